// Three things that someone who has never seen the page wants to know, each click counted: who writes a field, what an
// agent did, and what changed between two versions. Nothing but what stands on the page is used (docs/page.md).
import { browse, equal, models, question, run, serve, soon, test, world } from "./lib.mjs";

const folder = world();
run(folder, "ask", question, "--project", "unity", "--db", "d.db");
const server = await serve(folder, models("ask"));
const { page, faults, close } = await browse();
let clicks = 0;
const click = async (what) => {
  await what.click();
  ++clicks;
};
const begin = async () => {
  await page.goto(server.url + "/");
  await page.locator(".brand").waitFor();
  clicks = 0;
};

await test([
  ["who writes a field: type its name, click it, read Assigned by", async () => {
    await begin();
    await page.getByLabel("Query").click();
    await page.keyboard.type("Radius");
    await click(page.getByRole("listbox", { name: "Results" }).locator(".row", { hasText: "Shapes.Circle`1.Radius" }).first());
    const card = page.getByRole("complementary", { name: "Inspector" });
    await card.getByRole("heading", { name: /^Assigned by/ }).waitFor();
    await soon("the method that assigns it", async () => (await card.innerText()).includes("Shapes.Circle`1.Keep(T)"));
    equal(clicks, 1, "clicks");
  }],
  ["what an agent did: Sessions, the session, Play", async () => {
    await begin();
    await click(page.getByRole("link", { name: "Sessions" }));
    await click(page.getByRole("option", { name: question }));
    await page.getByRole("list", { name: "Events" }).waitFor();
    await click(page.getByRole("button", { name: "Play", exact: true }));
    await soon("its calls are listed", async () => /rank_symbols/.test(await page.getByRole("list", { name: "Events" }).innerText()));
    equal(clicks, 3, "clicks");
  }],
  ["what changed between two versions: the project, Compare, a line of the tree", async () => {
    await begin();
    await page.getByLabel("Project", { exact: true }).selectOption("versions");
    await click(page.getByRole("link", { name: "Compare" }));
    const tree = page.getByRole("region", { name: "Differences" });
    await click(tree.getByRole("link", { name: /Reset\(\)/ }));
    await page.getByRole("region", { name: "Side by side" }).getByRole("heading", { name: /removed method/ }).waitFor();
    equal(clicks, 2, "clicks");
  }],
], () => page, faults);
await close();
await server.stop();
