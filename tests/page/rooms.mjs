// Each room's main path, without a violation that axe-core knows in either theme, and no wider than the window.
import fs from "node:fs";
import path from "node:path";
import { accessible, browse, check, equal, fixtures, models, run, serve, shots, soon, test, world } from "./lib.mjs";

const folder = world();
run(folder, "ask", "where is the health of the player?", "--project", "unity", "--db", "d.db");
const session = JSON.parse(run(folder, "sessions", "list", "--json", "--db", "d.db"))[0].id;
const server = await serve(folder, [...models("ask"), "--root", "ws"]);
const { page, faults, close, tab } = await browse({ colorScheme: "light" });
const visit = (to) => page.goto(server.url + to);

/** name, address, what to wait for. */
const rooms = [
  ["search", "/search?q=player+health&project=unity", ".row"],
  ["symbol", "/symbol/Shapes.Circle%601?project=shapes", ".group"],
  ["graph", "/symbol/Shapes.Circle%601?project=shapes&tab=graph", ".picture svg"],
  ["browse", "/browse?project=unity", ".row"],
  ["treemap", "/browse?project=unity&view=map", ".picture svg rect"],
  ["source", "/file/catalog/internal/server/server.go?project=shop", ".source-line"],
  ["ask", "/ask/" + session, ".answer"],
  ["sessions", "/session", ".row"],
  ["session", "/session/" + session, ".event-row"],
  ["sql", "/sql?q=SELECT+kind%2C+count(*)+AS+members+FROM+members+WHERE+is_latest+GROUP+BY+kind", "td"],
  ["chart", "/sql?view=chart&q=SELECT+kind%2C+count(*)+AS+members+FROM+members+WHERE+is_latest+GROUP+BY+kind", ".picture svg rect"],
  ["compare", "/compare/2..3", ".split .item"],
  ["impact", "/impact/5..6", "td"],
  ["server", "/server", "td"],
];

/** A theme changes colours alone, so that one of them shows what is too wide. */
async function room(name, address, wait) {
  for (const theme of ["dark", "light"]) {
    await page.evaluate((one) => localStorage.setItem("dossier.theme", one), theme);
    await visit(address);
    await page.locator(wait).first().waitFor();
    await page.waitForTimeout(400);
    await accessible(page, `${name}, ${theme}`);
  }
  for (const width of [360, 2560, 1280]) {
    await page.setViewportSize({ width, height: width === 360 ? 740 : width === 2560 ? 1440 : 860 });
    await page.waitForTimeout(150);
    const wide = await page.evaluate(() => document.scrollingElement.scrollWidth);
    check(wide <= width, `${name} at ${width} px scrolls sideways (${wide} px)`);
  }
}

await test([
  ["search: counts filter, the first result is previewed", async () => {
    await page.setViewportSize({ width: 1280, height: 860 });
    await visit("/search?q=player+health&project=unity");
    await page.getByRole("complementary", { name: "Inspector" }).waitFor();
    await page.getByRole("group", { name: "Kinds" }).getByRole("button", { name: /method/ }).click();
    await page.waitForURL(/kind%3Amethod|kind:method/);
    await page.locator(".row .kind.method").first().waitFor();
    await page.locator(".row .kind.field").first().waitFor({ state: "detached" }); // the rows of before stay until the new ones are there
  }],
  ["symbol: who writes a field", async () => {
    await visit("/search?q=kind%3Afield+project%3Ashapes");
    await page.locator(".row").first().dblclick();
    await page.getByRole("tab", { name: "References" }).waitFor();
    await visit("/symbol/Shapes.Circle%601?project=shapes&tab=members");
    await page.getByRole("listbox", { name: "Members" }).locator(".row").first().waitFor();
  }],
  ["a note is written in place, and stays", async () => {
    await visit("/symbol/Game.PlayerStats._health?project=unity");
    await page.getByRole("button", { name: "+ Note" }).first().click();
    await page.getByRole("textbox", { name: "Note" }).fill("clamped to _maxHealth");
    await page.getByRole("button", { name: "Keep it" }).click();
    await page.getByText("clamped to _maxHealth (user)").waitFor();
  }],
  ["source: a name leads to its definition, a line has a link", async () => {
    await visit("/file/catalog/internal/server/server.go?project=shop#L3");
    await page.locator(".source-line.marked").waitFor();
    await page.locator(".source-line .at").nth(5).click();
    await page.waitForURL(/#L6$/);
    await page.locator(".source-line .name", { hasText: /^Server$/ }).first().hover();
    await page.getByRole("tooltip").getByText("server.go:17").waitFor();
    await page.locator(".source-line .name", { hasText: /^Server$/ }).first().click();
    await page.waitForURL(/#L17$/);
  }],
  ["browse: down to a member", async () => {
    await visit("/browse?project=unity");
    for (const name of ["Assembly-CSharp.dll", "Game", "PlayerStats"]) await page.getByRole("option", { name: new RegExp(`level \\d+ ${name.replace(".", "\\.")}( |$|\\d)`) }).first().dblclick();
    await page.getByRole("option", { name: /System\.Int32 _health/ }).first().click();
    await page.getByRole("complementary", { name: "Inspector" }).getByText("System.Int32 _health").first().waitFor();
  }],
  ["browse: a tree of files, and a treemap coloured by what changed", async () => {
    await visit("/browse?project=shop");
    for (const name of ["proto", "shop", "common", "v1"]) await page.getByRole("option", { name: new RegExp(`^.{0,3}folder, closed level \\d+ ${name} `) }).first().dblclick();
    await page.getByRole("option", { name: /money\.proto.*lines?$/ }).waitFor();
    await visit("/browse?at=3&view=map");
    await page.locator(".picture svg g", { hasText: /\.dll/ }).first().click();
    await page.getByText("changed since the snapshot before").waitFor();
  }],
  ["symbol: its versions, and the sessions that reported it", async () => {
    await visit("/symbol/Game.PlayerStats._health?project=unity&tab=versions");
    await page.locator("td", { hasText: "first seen" }).first().waitFor();
    await page.locator(`a[href*="/session/${session}"]`).first().waitFor();
  }],
  ["sql: rows are filtered and sorted, a cell is a link, a plan, a saved statement", async () => {
    await visit("/sql?q=" + encodeURIComponent("SELECT full_name, kind FROM types WHERE project = 'shapes' ORDER BY full_name"));
    const rows = page.getByRole("region", { name: "Result" }).locator("tbody tr");
    await rows.first().waitFor();
    const all = await rows.count();
    await page.getByLabel("Filter rows").fill("circle");
    await soon("fewer rows", async () => (await rows.count()) > 0 && (await rows.count()) < all);
    const top = await rows.first().innerText();
    await page.getByRole("button", { name: "full_name" }).click();
    await page.getByRole("button", { name: "full_name" }).click();
    await soon("the other way round", async () => (await rows.last().innerText()) === top);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await soon("it is kept", async () => (await page.getByLabel("Saved and examples").innerText()).includes("WHERE project = 'shapes'"));
    await page.getByRole("button", { name: "Plan" }).click();
    await page.getByText(/SCAN|SEARCH/).first().waitFor();
    await visit("/sql?q=" + encodeURIComponent("SELECT full_name FROM types WHERE full_name = 'Shapes.Circle`1'"));
    await page.getByRole("link", { name: "Shapes.Circle`1" }).click();
    await page.getByRole("heading", { name: "Shapes.Circle`1" }).waitFor();
  }],
  ["sql: run, chart, an error", async () => {
    await visit("/sql?q=SELECT+name+FROM+projects+ORDER+BY+name");
    await page.getByRole("cell", { name: "shapes" }).waitFor();
    await visit("/sql?q=SELECT+nosuch+FROM+types");
    await page.getByRole("alert").filter({ hasText: "no such column" }).waitFor();
  }],
  ["compare: what changed between two versions", async () => {
    await visit("/compare/2..3");
    await page.getByRole("region", { name: "Differences" }).locator("li li a").first().click();
    await page.getByRole("region", { name: "Side by side" }).getByRole("heading").waitFor();
  }],
  ["impact: a change, its suspects, their evidence", async () => {
    await visit("/impact/5..6");
    await page.getByRole("region", { name: "Suspects" }).getByRole("button", { name: "▸" }).first().click();
    await page.getByText(/points/).first().waitFor();
    await soon("from there to an agent", async () => /^\/ask\?.*mode=agent/.test(await page.getByRole("link", { name: "Fix them with an agent" }).getAttribute("href") ?? ""));
    await soon("the change is named", async () => (await page.getByRole("region", { name: "Changes", exact: true }).innerText()).includes("currency"));
  }],
  ["every picture is saved as SVG and as CSV", async () => {
    const saved = async (button) => {
      // A picture that is drawn anew between press and release takes no click; a second one finds it drawn.
      const once = (timeout) => Promise.all([page.waitForEvent("download", { timeout }), button.click()]);
      const [file] = await once(10_000).catch(() => once(60_000));
      return { name: file.suggestedFilename(), text: fs.readFileSync(await file.path(), "utf8") };
    };
    const blank = await tab(); // the page itself parses no markup
    await page.bringToFront(); // what is behind is drawn once a second
    const drawn = (text) => blank.evaluate((svg) => {
      const read = new DOMParser().parseFromString(svg, "image/svg+xml");
      return { faults: read.querySelectorAll("parsererror").length, shapes: read.querySelectorAll("rect, path, circle, line").length, text: read.documentElement.textContent };
    }, text);
    const pictures = [
      ["/symbol/Game.PlayerStats?project=unity&tab=graph", ".picture svg", "PlayerStats", "from"],
      ["/browse?project=unity&view=map", ".picture svg rect", "Assembly-CSharp", "kind"],
      ["/session/" + session, ".picture svg rect", "model", "seq"],
      ["/sql?q=" + encodeURIComponent("SELECT kind, count(*) AS number FROM members GROUP BY kind") + "&view=chart", ".picture svg", "method", "kind"],
      ["/impact/5..6", "table svg", "server.go", "score"],
      ["/compare/2..3", ".snapshots li", "v2", "id", ".snapshots"],
    ];
    for (const [address, wait, says, column, within = "main"] of pictures) {
      await visit(address);
      await page.locator(wait).first().waitFor();
      const picture = await saved(page.locator(within).getByRole("button", { name: /SVG/ }).last());
      check(picture.name.endsWith(".svg"), `${address} saves ${picture.name}`);
      const { faults, shapes, text } = await drawn(picture.text);
      fs.writeFileSync(path.join(shots, "saved-" + address.split(/[/?]/)[1] + ".svg"), picture.text);
      check(faults === 0 && shapes > 0 && text.includes(says), `${address}: ${picture.name} has ${shapes} shapes, ${faults} faults and says ${text.slice(0, 200)}`);
      const table = await saved(page.locator(within).getByRole("button", { name: /CSV/ }).last());
      check(table.name.endsWith(".csv") && table.text.split("\r\n")[0].split(",").includes(column) && table.text.split("\r\n").length > 2, `${address}: ${table.name} begins ${table.text.slice(0, 100)}`);
    }
    await blank.close();
  }],
  ["session: fork from an event", async () => {
    await visit("/session/" + session);
    await page.locator(".event-row").nth(2).click();
    await page.getByRole("button", { name: "Fork from here" }).click();
    await page.getByRole("dialog").getByLabel("Model").selectOption("offline");
    await page.getByRole("dialog").getByRole("button", { name: "Fork" }).click();
    await page.waitForURL((url) => /\/session\/[0-9a-f]{12}/.test(url.pathname) && !url.pathname.includes(session));
    await page.locator(".event-row").first().waitFor();
  }],
  ["sessions: a search through what was said", async () => {
    await visit("/session");
    await page.getByLabel("Search sessions").fill("health player");
    await page.keyboard.press("Enter");
    await page.locator(`.item[href*="/session/${session}"]`).first().waitFor();
  }],
  ["session: another one beside it, and where they part", async () => {
    run(folder, "ask", "who lowers the health of the player?", "--project", "unity", "--db", "d.db");
    const other = JSON.parse(run(folder, "sessions", "list", "--json", "--db", "d.db"))[0].id;
    await visit("/session/" + session);
    await page.getByLabel("Beside").selectOption(other);
    await page.waitForURL((url) => url.pathname === `/session/${session}..${other}`);
    const beside = page.getByRole("region", { name: "Side by side" });
    await beside.getByText(/^\d+ events? alike; they part at event \d+\.$/).waitFor();
    const parted = Number(/part at event (\d+)/.exec(await beside.innerText())[1]);
    const first = beside.locator("tbody tr").first();
    equal(await first.locator("td").first().innerText(), String(parted), "the first row is the event where they part");
    await soon("each column has its own question", async () => (await beside.innerText()).includes("where is the health") && (await beside.innerText()).includes("who lowers the health"));
    await visit("/session"); // and from the list, by keys alone
    const list = page.getByRole("listbox", { name: "Sessions" });
    await list.locator(".row").nth(1).waitFor();
    for (let i = 0; i < 2; ++i) {
      await list.focus();
      await page.keyboard.press("ArrowDown");
      await page.getByRole("button", { name: "Mark" }).click();
    }
    await page.getByRole("link", { name: "Side by side" }).click();
    await beside.getByRole("heading", { name: "Two sessions" }).waitFor();
  }],
  ["session: its export is its record, line by line", async () => {
    await visit("/session/" + session);
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Export" }).click()]);
    equal(file.suggestedFilename(), `session-${session}.jsonl`, "the name of the file");
    const exported = fs.readFileSync(await file.path(), "utf8");
    equal(exported, run(folder, "sessions", "export", session, "--db", "d.db"), "what the program exports");
    const events = exported.trimEnd().split("\n").map((line) => JSON.parse(line));
    await soon("every event that the page lists", async () => events.filter((one) => one.seq).length === (await page.locator(".event-row").count()));
  }],
  ["server: sizes of what is imported", async () => {
    await visit("/server");
    const table = page.getByRole("region", { name: "Table of snapshots" });
    const size = table.locator("tr", { hasText: "before" }).locator("td").last();
    await soon("the bytes of a tree are those of its files", async () => {
      const wanted = fs.readdirSync(path.join(fixtures, "grpc_shop/base"), { recursive: true, withFileTypes: true }).filter((one) => one.isFile()).reduce((sum, one) => sum + fs.statSync(path.join(one.parentPath ?? one.path, one.name)).size, 0);
      return (await size.getAttribute("title")) === `${wanted.toLocaleString("en-GB")} bytes`;
    });
    await soon("an assembly has a size, too", async () => /^[1-9][\d,]* bytes$/.test(await table.locator("tr", { hasText: "shapes" }).locator("td").last().getAttribute("title") ?? ""));
  }],
  ["server: an import by path", async () => {
    await visit("/server");
    await page.getByLabel("Path on the server").fill(path.join(folder, "Shapes.dll"));
    await page.getByLabel("Project (optional)").fill("again");
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText(/Imported as snapshot/).waitFor();
    await page.getByRole("link", { name: "again" }).waitFor();
  }],
  ...rooms.map(([name, address, wait]) => [`the room ${name}`, () => room(name, address, wait)]),
], () => page, faults);
await close();
await server.stop();
