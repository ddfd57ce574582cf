// The seed's scenario: a question is asked, answered, followed into the symbol, its session replayed; then an edit is
// asked for, permitted, made, seen and undone.
import fs from "node:fs";
import path from "node:path";
import { browse, check, equal, models, question, serve, soon, test, world } from "./lib.mjs";

const folder = world();
const silent = "process:tail -f /dev/null"; // never answers
const server = await serve(folder, [...models("ask", "edit", "auto", "category"), "--model", silent, "--root", "ws"]);
const { page, faults, close } = await browse();
const stats = path.join(folder, "ws", "stats.txt");
const model = (name) => page.getByLabel("Model").selectOption(`scripted:${name}.jsonl`);

await test([
  ["the question is asked and answered", async () => {
    await page.goto(server.url + "/ask?project=unity");
    await page.getByRole("button", { name: "Automation" }).click();
    await model("ask");
    await page.getByLabel("Question").fill(question);
    await page.getByRole("button", { name: "Ask", exact: true }).last().click();
    const answer = page.getByRole("region", { name: "Answer" });
    await answer.waitFor();
    await soon("the summary is shown", async () => (await answer.innerText()).includes("Game.PlayerStats"));
    await soon("lookups, one line each", async () => await page.locator("details.call summary code").count() === 2);
    await soon("findings that the store does not have", async () => await answer.getByText("unverified").count() === 1);
    await page.locator("details.call").first().locator("summary").click();
    await soon("a call opens to its input", async () => (await page.locator("details.call").first().innerText()).includes("Player.*(Health|Attack)"));
    await answer.getByText("As strict JSON").click();
    await soon("the strict JSON is there", async () => (await answer.innerText()).includes('"version": 1'));
  }],
  ["a finding opens its symbol", async () => {
    await page.getByRole("list", { name: "Findings" }).getByText("Game.PlayerStats._health", { exact: true }).click();
    const card = page.getByRole("complementary", { name: "Inspector" });
    await card.getByText("System.Int32 _health").first().waitFor();
    await card.getByRole("link", { name: "Open" }).click();
    await page.getByRole("heading", { name: "Game.PlayerStats._health" }).waitFor();
    await page.goBack();
    await page.getByRole("region", { name: "Answer" }).waitFor();
  }],
  ["what is selected is given along with a question", async () => {
    await page.goto(server.url + "/ask?project=unity&sel=" + encodeURIComponent("symbol:Game.PlayerStats._health"));
    await page.getByLabel("with Game.PlayerStats._health").waitFor();
    await model("ask");
    await page.getByLabel("Question").fill("What is it for?");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("region", { name: "Answer" }).waitFor();
    await page.getByRole("link", { name: "Record" }).click();
    await page.getByRole("list", { name: "Events" }).getByText(/Game\.PlayerStats\._health/).first().waitFor();
  }],
  ["its session is replayed", async () => {
    await page.getByRole("link", { name: "Sessions" }).click();
    await page.getByRole("option", { name: question }).click();
    await page.getByRole("group", { name: "Player" }).waitFor();
    await page.getByLabel("Speed").selectOption("20");
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.getByRole("button", { name: "Pause" }).waitFor();
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
    const events = await page.locator(".event-row").count();
    await soon("one event is current", async () => await page.locator(".event-row[aria-current]").count() === 1);
    await soon("the player came to the end", async () => (await page.locator(".event-row").last().getAttribute("aria-current")) === "step");
    await page.getByRole("button", { name: "Replay strictly" }).click();
    await page.getByText(`Identical: `).waitFor();
    check(events > 6, "the record has its events");
    await page.getByRole("button", { name: "Re-tool" }).click();
    await page.getByRole("table", { name: "Drift" }).waitFor();
  }],
  ["an edit is permitted, made, and undone", async () => {
    await page.goto(server.url + "/ask?project=unity");
    await page.getByRole("button", { name: "Agent" }).click();
    await model("edit");
    await page.getByLabel("Files").selectOption({ index: 1 });
    await page.getByLabel("Edits").selectOption("ask");
    await page.getByLabel("Message").fill("Raise the health to 120");
    await page.keyboard.press("Control+Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByText("stats.txt").first().waitFor();
    check(fs.readFileSync(stats, "utf8").includes("100"), "nothing is written before the answer");
    await dialog.getByRole("button", { name: "Allow once" }).click();
    await page.getByText("the health is 120 now").waitFor();
    check(fs.readFileSync(stats, "utf8").includes("health = 120"), "the file is changed");
    await soon("the edit is shown side by side", async () => (await page.locator(".diff .come").innerText()).includes("health = 120"));
    await page.locator(".edit").getByRole("button", { name: "Undo" }).click();
    await page.getByText("undone", { exact: true }).waitFor();
    check(fs.readFileSync(stats, "utf8").includes("health = 100"), "the edit is undone");
  }],
  ["a model's text is text", async () => {
    await page.getByLabel("Message").fill("Anything else?");
    await page.keyboard.press("Control+Enter");
    await page.getByText("is to be done").waitFor();
    equal(await page.evaluate(() => window.hacked), undefined, "a script in a reply");
    equal(await page.locator(".talk img, .talk a[href^='javascript']").count(), 0, "markup of a reply");
  }],
  ["a script of auto-tools asks in their name, and shows code and logs", async () => {
    await page.goto(server.url + "/ask?project=unity");
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByLabel("Auto-tools Chats").check();
    await page.getByLabel("Reading needs no permission").uncheck();
    await page.getByLabel("Debug mode").check();
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await model("auto");
    await page.getByLabel("Files").selectOption({ index: 1 });
    await page.getByLabel("Message").fill("Read the stats");
    await page.keyboard.press("Control+Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Auto-Tools").first().waitFor();
    await dialog.getByRole("button", { name: "Allow every read in this session" }).click();
    await page.getByText("The script read stats.txt.").waitFor();
    await page.locator("details.call > summary").last().click();
    await soon("the code of the script", async () => (await page.locator(".talk").innerText()).includes("batchCall"));
  }],
  ["Stop ends a turn, and the session stays", async () => {
    await page.goto(server.url + "/ask?project=unity");
    await page.getByRole("group", { name: "Mode" }).getByRole("button", { name: "Ask", exact: true }).click();
    await page.getByLabel("Model").selectOption(silent);
    await page.getByLabel("Message").fill("Wait for it");
    await page.keyboard.press("Control+Enter");
    await page.getByText("the model is answering").waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByRole("button", { name: "Send" }).waitFor();
    await page.locator(".mine", { hasText: "Wait for it" }).waitFor();
    await page.getByRole("group", { name: "Mode" }).getByRole("button", { name: "Agent" }).click();
    await soon("the mode is changed", async () => (await page.getByRole("group", { name: "Mode" }).getByRole("button", { name: "Agent" }).getAttribute("aria-pressed")) === "true");
  }],
  ["a yes to a category holds for what else is of it in the session", async () => {
    await page.goto(server.url + "/ask?project=unity");
    await page.getByRole("button", { name: "Agent" }).click();
    await model("category");
    await page.getByLabel("Files").selectOption({ index: 1 });
    await page.getByLabel("Message").fill("Read the stats");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Allow every read of filesystem in this session" }).click();
    await page.getByText("It is read once.").waitFor();
    await page.getByLabel("Message").fill("Read them again");
    await page.keyboard.press("Control+Enter");
    await page.getByText("It is read again.").waitFor(); // without a question
    await page.getByRole("link", { name: "Record" }).click();
    await page.getByRole("group", { name: "Filter" }).getByRole("button", { name: /permissions/ }).click();
    const decided = page.getByRole("list", { name: "Events" }).locator(".event-row");
    await soon("both reads are on record as allowed by the person", async () => (await decided.allInnerTexts()).filter((line) => line.includes("read: ") && line.includes("by user")).length === 2);
  }],
], () => page, faults);
await close();
await server.stop();
