// The seed's scenario without a mouse: search, a symbol, a question, its finding, its session.
import { browse, equal, models, question, serve, soon, test, world } from "./lib.mjs";

const folder = world();
const server = await serve(folder, models("ask"));
const { page, faults, close } = await browse();
const press = async (...keys) => {
  for (const key of keys) await page.keyboard.press(key);
};
/** Tab until what has the focus says so. */
async function tabTo(what, matches) {
  for (let i = 0; i < 80; ++i) {
    if (await page.evaluate(matches)) return;
    await press("Tab");
  }
  throw new Error("the Tab key does not reach " + what);
}

await test([
  ["search, down into the results, a symbol", async () => {
    await page.goto(server.url + "/search?project=unity");
    await page.locator(".brand").waitFor();
    await press("/");
    await page.keyboard.type("name:=_health in:PlayerStats");
    await page.locator(".row").first().waitFor();
    await press("ArrowDown");
    await soon("Down goes into the results", async () => await page.evaluate(() => document.activeElement.getAttribute("role")) === "listbox");
    await press("Enter");
    await page.getByRole("heading", { name: "Game.PlayerStats._health" }).waitFor();
  }],
  ["tabs move with the arrows, Escape closes the inspector", async () => {
    await tabTo("the tabs", () => document.activeElement.getAttribute("role") === "tab");
    await press("ArrowRight");
    await page.waitForURL(/tab=graph/);
    await page.goto(server.url + "/search?q=health&project=unity");
    await page.getByRole("complementary", { name: "Inspector" }).waitFor();
    await page.locator("main").focus();
    await press("Escape");
    await page.getByRole("complementary", { name: "Inspector" }).waitFor({ state: "detached" });
  }],
  ["a question, its answer, its finding, its session", async () => {
    await page.locator("main").focus();
    await press("g", "a");
    await tabTo("the question", () => document.activeElement.id === "question");
    await page.keyboard.type(question);
    await press("Control+Enter");
    await page.getByRole("region", { name: "Answer" }).waitFor();
    await tabTo("a finding", () => document.activeElement.closest?.(".findings") !== null);
    await press("Enter");
    await page.getByRole("heading", { name: "Game.PlayerStats._health" }).waitFor();
    await page.locator("main").focus();
    await press("g", "h");
    await page.locator(".row").first().waitFor();
    await tabTo("the sessions", () => document.activeElement.getAttribute("aria-label") === "Sessions" && document.activeElement.getAttribute("role") === "listbox");
    await press("ArrowDown", "Enter");
    await tabTo("the player", () => document.activeElement.getAttribute("aria-label") === "Player");
    await press("ArrowLeft");
    await soon("a step back", async () => (await page.locator(".event-row").last().getAttribute("aria-current")) !== "step");
    await press(" ");
    await page.getByRole("button", { name: "Pause" }).or(page.getByRole("button", { name: "Play", exact: true })).first().waitFor();
  }],
  ["a letter alone is no way to a room, not even on a page that was just loaded", async () => {
    await page.goto(server.url + "/browse?project=unity");
    await page.locator(".row").first().waitFor();
    await press("a", "q", "v");
    equal(new URL(page.url()).pathname, "/browse", "the room");
  }],
  ["keys are told", async () => {
    await page.locator("main").focus();
    await press("?");
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
    await press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }],
], () => page, faults);
await close();
await server.stop();
