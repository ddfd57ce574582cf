// States that are not the main path: a wrong query, nothing found, no such symbol, a server that goes and comes back,
// two tabs, a server that only reads, a token, the first run, an export that is sent.
import fs from "node:fs";
import path from "node:path";
import { browse, check, equal, fixtures, models, question, run, serve, soon, test, world } from "./lib.mjs";

const folder = world();
const begun = { server: await serve(folder, [...models("ask")]) };
const { page, tab, faults, close } = await browse();
const visit = (to) => page.goto(begun.server.url + to);

await test([
  ["an error of the query stands under its character", async () => {
    await visit("/search");
    await page.getByLabel("Query").fill("player kind:nothing");
    const said = page.locator("#complaint");
    await said.waitFor();
    await soon("the place of the error", async () => (await said.textContent()).indexOf("^") === "player kind:".length);
    await soon("the box is marked", async () => (await page.getByLabel("Query").getAttribute("aria-invalid")) === "true");
  }],
  ["completion offers fields, kinds and projects", async () => {
    await page.getByLabel("Query").fill("proj");
    await page.keyboard.press("Tab");
    await soon("a field", async () => await page.getByLabel("Query").inputValue() === "project:");
    await page.keyboard.type("un");
    await page.keyboard.press("Tab");
    await soon("a project", async () => (await page.getByLabel("Query").inputValue()).trim() === "project:unity");
  }],
  ["a newer request cancels the older: its late answer is not shown", async () => {
    await visit("/search");
    let late = null;
    await page.route(/\/api\/find\?q=hea&/, async (route) => { late = route; });
    await page.getByLabel("Query").fill("hea");
    await soon("the first request is under way", async () => late !== null);
    await page.getByLabel("Query").fill("_maxHealth");
    await page.locator(".row", { hasText: "_maxHealth" }).first().waitFor();
    check(late.request().failure() !== null, "the older request is cancelled");
    await page.unroute(/\/api\/find\?q=hea&/);
  }],
  ["what the first visit loads, and all parts together", async () => {
    const parts = await (await fetch(begun.server.url + "/")).text();
    await visit("/search");
    await page.locator(".brand").waitFor();
    const first = await page.evaluate(() => performance.getEntriesByType("resource").filter((one) => one.name.includes("/assets/")).reduce((sum, one) => sum + one.encodedBodySize, 0));
    check(parts.includes("/assets/") && first > 1000 && first <= 120e3, `the first visit loads ${first} bytes`);
    const seen = new Map();
    page.on("response", (response) => response.url().includes("/assets/") && void response.request().sizes().then((sizes) => seen.set(response.url(), sizes.responseBodySize)).catch(() => {}));
    const rooms = [["/browse?project=unity&view=map", ".picture rect"], ["/symbol/Shapes.Shape?tab=graph", ".picture svg"], ["/file/catalog/internal/server/server.go?project=shop", ".source-line"], ["/sql?view=chart&q=SELECT+1+AS+a%2C+2+AS+b", ".picture"],
      ["/ask", "textarea"], ["/session", "form"], ["/compare/2..3", ".split .item"], ["/impact/5..6", "td"], ["/server", "td"]];
    for (const [to, wait] of rooms) {
      await visit(to);
      await page.locator(wait).first().waitFor();
    }
    const all = [...seen.values()].reduce((sum, size) => sum + size, 0);
    check(seen.size > 8 && all <= 600e3, `${seen.size} parts are ${all} bytes`);
  }],
  ["nothing found, and no such symbol, say what to do next", async () => {
    await visit("/search?q=zzzznothing");
    await page.getByText("Nothing matches").waitFor();
    await visit("/symbol/No.Such.Thing");
    await page.getByText("No stored symbol is called").waitFor();
    await visit("/session/ffffffffffff");
    await page.getByRole("alert").waitFor();
  }],
  ["too many: the first of them, how many there are, and where the rest is", async () => {
    await visit("/sql?q=" + encodeURIComponent("SELECT a.name FROM members a, members b"));
    await page.getByText("1,000 rows; there are more").waitFor();
    await visit("/search?q=e&project=unity");
    await page.locator(".foot").getByText(/^100 of [\d,]+/).waitFor();
  }],
  ["what failed says so, and is tried again", async () => {
    await visit("/search?q=health&at=99");
    await page.getByRole("alert").getByText(/snapshot/).waitFor();
    let failing = true;
    await page.route("**/api/status", (route) => (failing ? route.fulfill({ status: 500, body: "{\"error\": \"disk I/O error\"}" }) : route.continue()));
    await visit("/server");
    await page.getByRole("alert").getByText("disk I/O error").waitFor();
    failing = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("heading", { name: /^dossier \d/ }).waitFor();
    await page.unroute("**/api/status");
  }],
  ["a snapshot that its files have left behind", async () => {
    const file = "catalog/internal/server/server.go";
    fs.appendFileSync(path.join(folder, "shop", file), "// more\n");
    await visit("/file/" + file + "?project=shop");
    await page.getByText("has changed since it was imported").waitFor();
    await visit("/search?q=GetProduct+file%3Aserver.go&project=shop");
    await page.locator(".foot").getByText("files changed since import").waitFor();
  }],
  ["a server that is killed and started again: the page says so, and goes on", async () => {
    await visit("/ask?project=unity");
    await page.getByRole("button", { name: "Automation" }).click();
    await page.getByLabel("Question").fill(question);
    await page.getByRole("button", { name: "Ask", exact: true }).last().click();
    await page.getByRole("region", { name: "Answer" }).waitFor();
    await page.getByLabel("Question").fill("a draft that is kept");
    await begun.server.stop("SIGKILL");
    await page.locator(".live.off").first().waitFor();
    begun.server = await serve(folder, [...models("ask")], begun.server.port);
    await page.locator(".live:not(.off)").first().waitFor();
    await soon("what was on the page is still there", async () => page.getByRole("region", { name: "Answer" }).isVisible());
    await page.reload();
    await page.getByRole("region", { name: "Answer" }).waitFor();
    await soon("the draft after a reload", async () => await page.getByLabel("Question").inputValue() === "a draft that is kept");
  }],
  ["another tab hears that the database changed", async () => {
    const other = await tab();
    await other.goto(begun.server.url + "/search");
    await other.locator(".brand").waitFor();
    await visit("/server");
    await page.getByLabel("Export").setInputFiles(path.join(fixtures, "exports/tricky.project.json"));
    await page.getByText(/Imported as snapshot/).waitFor();
    await other.getByText("The database has changed").waitFor();
    await other.close();
    const newest = (await (await fetch(begun.server.url + "/api/snapshots")).json()).at(-1);
    equal(newest.source, "tricky.project.json", "an export that was sent is recorded by the name of its file");
    equal(newest.project, "tricky", "and its project is named after it");
  }],
  ["settings are the server's: another tab sees them, a number out of bounds is refused", async () => {
    const other = await tab();
    await other.goto(begun.server.url + "/server");
    await other.getByLabel("Debug mode").waitFor();
    await visit("/server");
    await page.getByLabel("Debug mode").check();
    await other.waitForFunction(() => [...document.querySelectorAll("label.check")].find((one) => one.textContent.startsWith("Debug mode"))?.querySelector("input").checked);
    await other.close();
    equal(run(folder, "config", "get", "debugMode", "--db", "d.db").trim(), "true", "what the program says of it");
    const field = page.getByLabel(/Results of a search for tools/);
    await field.fill("51");
    await field.press("Tab");
    await page.getByRole("region", { name: "Settings" }).getByRole("alert").filter({ hasText: "from 1 to 50" }).waitFor();
    await soon("the field shows what the server has", async () => await field.inputValue() === "10");
    await page.getByRole("group", { name: "Categories" }).getByLabel("network").uncheck();
    await page.waitForFunction(async () => (await (await fetch("/api/settings")).json()).settings.find((one) => one.name === "allowedCategories").value?.length === 6);
    run(folder, "config", "unset", "debugMode", "--db", "d.db");
    run(folder, "config", "unset", "allowedCategories", "--db", "d.db");
  }],
  ["an export that is none is refused, and says where", async () => {
    const bad = path.join(folder, "bad.json");
    fs.writeFileSync(bad, "{ this is no export");
    await page.getByLabel("Export").setInputFiles(bad);
    await page.getByRole("alert").waitFor();
  }],
  ["writes need a page of this server", async () => {
    const asked = (headers) => fetch(begun.server.url + "/api/notes", { method: "POST", headers, body: JSON.stringify({ symbol: "Game.PlayerStats", text: "x" }) }).then((answer) => answer.status);
    equal(await asked({ "Content-Type": "application/json" }), 403, "without a page");
    equal(await asked({ "Content-Type": "application/json", "Sec-Fetch-Site": "cross-site" }), 403, "of another site");
    equal(await asked({ "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin", Origin: "http://evil.example" }), 403, "of another origin");
    equal(await asked({ "Content-Type": "text/plain", "Sec-Fetch-Site": "same-origin" }), 415, "as a form");
    equal(await asked({ "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" }), 200, "of the page");
  }],
  ["a server that only reads", async () => {
    const reading = await serve(folder, ["--read-only"]);
    await page.goto(reading.url + "/ask");
    await page.getByText("This server only reads").waitFor();
    await soon("asking is disabled", async () => await page.getByRole("button", { name: "Ask", exact: true }).last().isDisabled());
    equal(await fetch(reading.url + "/api/ask", { method: "POST", headers: { "Sec-Fetch-Site": "same-origin", "Content-Type": "application/json" }, body: "{\"question\":\"x\"}" }).then((answer) => answer.status), 403, "and refused");
    await reading.stop();
  }],
  ["a server with a token", async () => {
    const closed = await serve(folder, ["--token", "secret"]);
    await page.goto(closed.url + "/search?q=health");
    await page.getByText("wants a token").first().waitFor();
    await page.goto(closed.url + "/search?q=health&token=secret");
    await page.locator(".row").first().waitFor();
    check(!page.url().includes("secret"), "the address loses the token");
    await page.evaluate(() => sessionStorage.clear());
    await closed.stop();
  }],
  ["the first run: the sample is imported", async () => {
    run(folder, "import", path.join(fixtures, "exports/versions.v1.project.json"), "--project", "gone", "--db", "empty.db");
    run(folder, "drop", "1", "--db", "empty.db");
    const empty = await serve(folder, [], 0, "empty.db");
    await page.goto(empty.url + "/");
    await page.getByText("Nothing is imported yet").waitFor();
    await page.getByRole("button", { name: "Try the sample" }).click();
    await page.getByText("What are you looking for?").waitFor();
    await empty.stop();
  }],
], () => page, faults);
await close();
await begun.server.stop();
