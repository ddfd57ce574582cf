// What rooms have beside their main path: everything that leads somewhere opens in a new tab, a view is copied as its
// address and comes back with it, the graph grows, a player plays, events are live.
import fs from "node:fs";
import path from "node:path";
import { browse, check, equal, fixtures, here, models, question, run, serve, soon, test, world } from "./lib.mjs";

const folder = world();
run(folder, "ask", question, "--project", "unity", "--db", "d.db");
const session = JSON.parse(run(folder, "sessions", "list", "--json", "--db", "d.db"))[0].id;
const server = await serve(folder, [...models("edit"), "--root", "ws"]);
const { page, context, faults, close } = await browse();
await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: server.url });
const visit = (to) => page.goto(server.url + to);
const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
const describe = encodeURIComponent("Shapes.Program.Describe(System.Int32)");

/** An address but for what the inspector shows. */
function unselected(address) {
  const url = new URL(address);
  url.searchParams.delete("sel");
  return url.pathname + "?" + url.searchParams + url.hash;
}

/** The address of the tab that a click opens. */
async function newTab(click) {
  const [other] = await Promise.all([context.waitForEvent("page"), click()]);
  await other.waitForURL((url) => url.protocol === "http:");
  const { pathname, search, hash } = new URL(other.url());
  await other.close();
  return decodeURIComponent(pathname + search + hash);
}

await test([
  ["whatever leads somewhere opens in a new tab", async () => {
    for (const [address, what, leads, middle = false] of [
      ["/search?q=_health&project=unity", ".row", /^\/symbol\/.*_health/, true],
      ["/search?q=kind:file+server.go&project=shop", ".row", /^\/file\/.*server\.go/],
      ["/symbol/Shapes.Shape?project=shapes&tab=members", ".row", /^\/symbol\/Shapes\.Shape\./],
      ["/symbol/Shapes.Shape?project=shapes", "[role=tab] >> nth=1", /^\/symbol\/Shapes\.Shape\?.*tab=members/],
      ["/symbol/Shapes.Shape?project=shapes&tab=graph", ".picture a >> nth=1", /^\/symbol\/.*tab=graph/],
      ["/browse?project=unity&view=map", ".picture a", /^\/browse\?.*in=project.*module/],
      ["/session", ".row", /^\/session\/[0-9a-f]{12}/],
      ["/session/" + session, ".event-row >> nth=2", /^\/session\/[0-9a-f]{12}#\d+$/],
      ["/compare/2..3", "li li a", /^\/compare\/2\.\.3\?one=/],
      ["/impact/5..6", "[aria-label=Suspects] td a", /^\/file\//],
      ["/file/catalog/internal/server/server.go?project=shop", ".source-line .name", /^\/search\?q=name:="/, true],
    ]) {
      await visit(address);
      const target = page.locator(what).first();
      await target.waitFor();
      const here = page.url();
      const to = await newTab(() => target.click(middle ? { button: "middle" } : { modifiers: ["ControlOrMeta"] }));
      check(leads.test(to), `${what} of ${address} opens ${to}`);
      equal(unselected(page.url()), unselected(here), `${address} stays where it is`);
    }
  }],
  ["a method of a source opens from its row, and leads to its file", async () => {
    await visit("/search?q=name:=listProducts+kind:method&project=shop");
    await page.locator(".row").first().click();
    const inspector = page.getByRole("region", { name: "Card" });
    await inspector.getByText("func listProducts").waitFor();
    await page.getByRole("link", { name: "Open", exact: true }).click();
    await page.getByRole("heading", { name: /^main\.listProducts\(/ }).waitFor();
    await page.getByRole("link", { name: "main.go", exact: false }).first().click();
    await page.waitForURL(/\/file\/.*main\.go/);
  }],
  ["of a package in several files each is opened by itself", async () => {
    await visit("/symbol/server?project=shop");
    await page.getByText("Several symbols have this name").waitFor();
    const links = page.locator(".page li a");
    const files = await links.locator(".side").allInnerTexts();
    check(new Set(files).size > 1, `the files are ${files}`);
    await links.nth(1).click();
    await page.locator(".facts").getByText(files[1]).first().waitFor();
  }],
  ["a view is copied as its address", async () => {
    await visit("/symbol/Shapes.Shape?project=shapes&tab=family");
    await page.getByRole("heading", { name: "Shapes.Shape" }).waitFor();
    await page.getByRole("button", { name: "Copy the link to this view" }).click();
    await page.getByText("Copied", { exact: true }).first().waitFor();
    equal(await clipboard(), page.url(), "the clipboard");
    await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined })); // as without TLS
    await page.getByRole("button", { name: "Copy the link to this view" }).click();
    equal(await page.getByRole("dialog", { name: "Copy this" }).getByLabel("Text to copy").inputValue(), page.url(), "what is copied by hand");
  }],
  ["the graph of a symbol grows by a click, and a reload keeps it", async () => {
    await visit("/symbol/Shapes.Shape?project=shapes&tab=graph");
    const told = page.getByText(/^\d+ symbols, \d+ relations/);
    await told.waitFor();
    const count = async () => Number.parseInt(await told.innerText());
    const before = await count();
    await page.getByRole("button", { name: /^Grow Shapes\.Circle/ }).first().click();
    await soon("there are more symbols", async () => (await count()) > before);
    const grown = await count();
    await page.reload();
    await soon("as many after a reload", async () => (await told.count()) === 1 && (await count()) === grown);
    await page.getByText("The same as a table").click();
    check(await page.locator("details table tbody tr").count() > 0, "the table has rows");
  }],
  ["IL and literals of a method, and a literal leads to who else has it", async () => {
    await visit(`/symbol/${describe}?project=shapes`);
    await page.getByRole("tab", { name: "IL" }).click();
    await page.getByText(/IL_0000/).first().waitFor();
    await page.getByRole("tab", { name: "Literals" }).click();
    const literals = page.getByRole("tabpanel", { name: "Literals" }).locator("a");
    await literals.first().waitFor();
    await literals.first().click();
    await page.waitForURL(/\/search\?q=literal/);
    await page.locator(".row", { hasText: "Describe" }).first().waitFor();
  }],
  ["the gutter of a source tells who refers to what a line defines", async () => {
    await visit("/file/catalog/internal/server/server.go?project=shop");
    await page.getByRole("button", { name: /^References of/ }).first().click();
    await page.getByRole("complementary", { name: "Inspector" }).getByRole("link", { name: "Open" }).waitFor();
    check((await page.locator("span.gutter[title]").count()) > 0, "lines that refer to something say to what");
  }],
  ["the treemap by members and by bytes of code, deeper and back", async () => {
    await visit("/browse?project=shapes&view=map");
    const tile = page.locator(".picture svg g").filter({ hasText: "Shapes.dll" });
    await tile.waitFor();
    const types = await tile.textContent();
    await page.getByLabel("Area").selectOption({ label: "bytes of code" });
    await soon("another size", async () => (await tile.count()) === 1 && (await tile.textContent()) !== types);
    check(Number(/([\d,]+)\s*$/.exec(await tile.textContent())[1].replaceAll(",", "")) > 300, "the code of an assembly is longer than its list of types");
    await tile.click();
    await page.locator(".picture svg g").filter({ hasText: "namespace Shapes:" }).first().click();
    await page.locator(".picture svg g").filter({ hasText: "Program" }).first().waitFor();
    await page.reload();
    await page.locator(".picture svg g").filter({ hasText: "Program" }).first().waitFor();
    equal(await page.getByLabel("Area").inputValue(), "bytes", "the area after a reload");
    await page.goBack();
    await page.goBack();
    await tile.waitFor();
    await visit("/browse?project=shop&view=map");
    await page.getByLabel("Area").selectOption("bytes");
    const [bytes] = JSON.parse(run(folder, "sql", "SELECT sum(size) AS size FROM files WHERE project = 'shop' AND is_latest AND path LIKE 'proto/%'", "--json", "--db", "d.db")).results[0].rows[0];
    await page.locator(".picture svg g").filter({ hasText: "proto" }).filter({ hasText: bytes.toLocaleString("en-GB") }).waitFor();
  }],
  ["sql: the selection alone is run, the result is copied, filter and order survive a reload", async () => {
    await visit("/sql");
    const editor = page.getByRole("textbox", { name: "SQL" });
    await editor.click();
    await page.keyboard.type("SELECT 'second' AS which\n");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Home");
    await page.keyboard.type("SELECT 'first' AS which\n");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Home");
    await page.keyboard.press("Shift+End");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("cell", { name: "first" }).waitFor();
    equal(await page.getByRole("cell", { name: "second" }).count(), 0, "statements that were not selected");
    await visit("/sql?q=" + encodeURIComponent("SELECT 'one' AS a;\nSELECT 'two' AS a"));
    await page.getByRole("cell", { name: "two" }).waitFor();
    // Of several results the last is shown; the others are a choice that the address keeps.
    const result = page.getByRole("combobox", { name: "Result", exact: true });
    await page.getByRole("cell", { name: "two" }).waitFor();
    await result.selectOption("1");
    await page.getByRole("cell", { name: "one" }).waitFor();
    await page.reload();
    await page.getByRole("cell", { name: "one" }).waitFor();
    await result.selectOption("2");
    await page.getByRole("cell", { name: "two" }).waitFor();
    await editor.click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("Shift+End");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByRole("cell", { name: "one" }).waitFor();
    await visit("/sql?q=" + encodeURIComponent("SELECT name, project FROM types WHERE project = 'shapes' ORDER BY name"));
    await page.getByLabel("Filter rows").fill("point");
    await page.getByRole("button", { name: "name", exact: true }).click();
    await page.getByRole("button", { name: "name ↑" }).click();
    await page.getByRole("button", { name: "Copy the rows" }).click();
    await soon("tabs and lines", async () => /^name\tproject\n\S*Point\S*\tshapes/.test(await clipboard()));
    const rows = await page.getByRole("region", { name: "Result" }).locator("tbody tr").allInnerTexts();
    await page.reload();
    await page.getByRole("button", { name: "name ↓" }).waitFor();
    equal(JSON.stringify(await page.getByRole("region", { name: "Result" }).locator("tbody tr").allInnerTexts()), JSON.stringify(rows), "rows after a reload");
  }],
  ["session: the player's speed and jump, a lane alone, and lanes whose blocks are as wide as time", async () => {
    await visit("/session/" + session);
    const timeline = page.getByRole("group", { name: "Timeline" });
    await soon("four lanes", async () => (await timeline.locator("g > text").allTextContents()).join() === "model,tools,edits,permissions");
    const blocks = await timeline.locator("rect").evaluateAll((all) => all.map((one) => [Number(one.getAttribute("x")), Number(one.getAttribute("width")), one.textContent]));
    check(blocks.length > 3 && blocks.every(([x, width]) => x >= 84 && width >= 5), "blocks stand within the lanes");
    check(blocks.some(([, , says]) => /\d (ms|s)/.test(says)), "a block says how long it took");
    const events = await page.locator(".event-row").count();
    await page.getByLabel("Event", { exact: true }).fill("2"); // the slider
    await page.waitForURL(/#2$/);
    await page.getByRole("group", { name: "Player" }).getByText(`2 / ${events}`).waitFor();
    await timeline.locator("rect").last().click();
    await soon("a click on a block goes to its event", async () => Number(new URL(page.url()).hash.slice(1)) > 2);
    await page.getByRole("group", { name: "Filter" }).getByRole("button", { name: /^tools/ }).click();
    await page.waitForURL(/lane=tools/);
    await soon("tools alone", async () => (await page.locator(".event-row").count()) < events && (await page.locator(".event-row .lane:not(.tools)").count()) === 0);
    const tools = await page.locator(".event-row").count();
    await page.reload();
    await soon("tools alone after a reload", async () => (await page.locator(".event-row").count()) === tools);
    await page.getByLabel("Speed").selectOption("20");
    await page.getByRole("button", { name: "To the beginning" }).click();
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await soon("it plays to the end of the lane", async () => (await page.locator(".event-row").last().getAttribute("aria-current")) === "step");
  }],
  ["session: the blocks of the model are as high as they cost tokens, and edits have a lane", async () => {
    const ids = () => JSON.parse(run(folder, "sessions", "list", "--json", "--db", "d.db")).map((one) => one.id);
    const before = ids();
    run(folder, "sessions", "import", path.join(here, "../cases/agent/working_day/in/claude-edits.jsonl"), "--db", "d.db");
    const [imported] = ids().filter((id) => !before.includes(id));
    await visit("/session/" + imported);
    const rects = page.getByRole("group", { name: "Timeline" }).locator("rect");
    await rects.first().waitFor();
    const all = await rects.evaluateAll((found) => found.map((one) => ({ y: Number(one.getAttribute("y")), height: Number(one.getAttribute("height")), tokens: Number(/([\d,]+) tokens/.exec(one.textContent)?.[1].replaceAll(",", "") ?? 0) })));
    const costly = all.filter((one) => one.tokens > 0).sort((a, b) => a.tokens - b.tokens);
    check(costly.length > 1 && costly[0].tokens < costly.at(-1).tokens, "tokens of several replies are on record");
    check(costly.every((one, i) => i === 0 || one.height >= costly[i - 1].height) && costly[0].height < costly.at(-1).height, `more tokens are higher: ${JSON.stringify(costly)}`);
    check(new Set(all.map((one) => Math.floor((one.y + one.height) / 34))).size >= 3, "three lanes at least have blocks");
  }],
  ["server: events are live", async () => {
    await visit("/server");
    const log = page.getByRole("list", { name: "Log" });
    await page.getByText("following", { exact: true }).waitFor();
    await fetch(server.url + "/api/search/broad?pattern=SeenAsItHappens");
    await log.getByText(/broad_search\(\): pattern='SeenAsItHappens'/).waitFor();
  }],
  ["drafts survive a reload: a statement, a note, a path, what a conversation may do", async () => {
    await visit("/server");
    await page.evaluate(() => localStorage.removeItem("dossier.sql.draft"));
    await visit("/sql");
    await page.getByRole("textbox", { name: "SQL" }).click();
    await page.keyboard.type("SELECT 'a draft");
    await page.waitForFunction(() => localStorage.getItem("dossier.sql.draft")?.includes("a draft"));
    await visit("/symbol/Game.PlayerStats?project=unity");
    await page.getByRole("button", { name: "+ Note" }).first().click();
    await page.getByRole("textbox", { name: "Note" }).fill("half a note");
    await visit("/server");
    await page.getByLabel("Path on the server").fill("/some/where");
    await visit("/ask?project=unity&mode=agent");
    await page.getByLabel("Files").selectOption({ index: 1 });
    await page.getByLabel("Edits").selectOption("ask");
    await page.reload();
    await soon("the folder", async () => (await page.getByLabel("Files").inputValue()).endsWith("/ws"));
    equal(await page.getByLabel("Edits").inputValue(), "ask", "edits");
    await visit("/sql");
    await soon("the statement", async () => (await page.getByRole("textbox", { name: "SQL" }).innerText()).includes("'a draft"));
    await visit("/symbol/Game.PlayerStats?project=unity");
    await soon("the note", async () => (await page.getByRole("textbox", { name: "Note" }).inputValue()) === "half a note");
    await visit("/server");
    await soon("the path", async () => (await page.getByLabel("Path on the server").inputValue()) === "/some/where");
    // An import that is made forgets it.
    fs.copyFileSync(path.join(fixtures, "assemblies/Shapes.dll"), path.join(folder, "again.dll"));
    await page.getByLabel("Path on the server").fill(path.join(folder, "again.dll"));
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText(/Imported as snapshot/).waitFor();
    await soon("it is forgotten", async () => (await page.getByLabel("Path on the server").inputValue()) === "");
  }],
  ["the tree is as open after a reload", async () => {
    await visit("/browse?project=unity");
    const option = (name) => page.getByRole("option", { name: new RegExp(`level \\d+ ${name}( |$|\\d)`) }).first();
    await option("Assembly-CSharp\\.dll").dblclick();
    await option("Game").dblclick();
    await option("PlayerStats").waitFor();
    await page.reload();
    await option("PlayerStats").waitFor();
    const to = await newTab(() => option("PlayerStats").click({ modifiers: ["ControlOrMeta"] }));
    check(/^\/symbol\/Game\.PlayerStats/.test(to), `a type of the tree opens ${to}`);
  }],
], () => page, faults);
await close();
await server.stop();
