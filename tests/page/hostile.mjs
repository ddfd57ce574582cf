// Text of programs and models is never markup: it stands in every field that can hold a name, a path, a literal, a
// note or a message, and no room runs it. Names of any script and length do not break the page.
import fs from "node:fs";
import path from "node:path";
import { browse, check, equal, models, run, serve, soon, test, writeScripts } from "./lib.mjs";
import { execFileSync } from "node:child_process";
import os from "node:os";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "dossier-hostile-"));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
const bad = "<img src=x onerror=alert(1)>", script = "<script>alert(2)</script>";
const long = "Very".repeat(400), astral = "𝒜𝓈𝓉𝓇𝒶𝓁😀", rtl = "שלום_عالم";
const member = (name) => ({ Name: name, FullName: `Evil.${bad}.${name}`, Signature: `System.Int32 ${name}`, MemberType: "Field", IsStatic: false, IsPublic: true });
const many = Array.from({ length: 50000 }, (_, i) => member("_field" + i));
fs.writeFileSync(path.join(folder, "evil.project.json"), JSON.stringify({ Modules: [{ Name: bad + ".dll", AssemblyFullName: script, FileName: `/x/${bad}.dll`, Types: [
  { Name: bad, Namespace: "Evil", FullName: `Evil.${bad}`, BaseType: script, Fields: [member(bad), member(script), member(long), member(astral), member(rtl)], Methods: [], Properties: [], Events: [] },
  { Name: "Big", Namespace: "Evil", FullName: "Evil.Big", BaseType: "", Fields: many.map((one) => ({ ...one, FullName: "Evil.Big." + one.Name })), Methods: [], Properties: [], Events: [] }] }] }));
run(folder, "import", "evil.project.json", "--project", bad, "--label", script, "--db", "d.db");
fs.mkdirSync(path.join(folder, "src"));
fs.writeFileSync(path.join(folder, "src", "img onerror=alert(3).ts"), `const a = "${bad}"; /* ${script} */\nexport function ${"f"}(x = '${bad}') { return a; }\n`);
execFileSync("git", ["init", "-q"], { cwd: path.join(folder, "src") });
run(folder, "import", "src", "--project", "src", "--db", "d.db");
writeScripts(folder);
fs.writeFileSync(path.join(folder, "ask.jsonl"), JSON.stringify(`${bad} ${script} [x](javascript:alert(4)) ![p](http://elsewhere.example/p.png) <svg onload=alert(5)>`) + "\n");
run(folder, "note", `Evil.${bad}`, `${bad} ${script}`, "--db", "d.db");
const server = await serve(folder, models("ask"));
const { page, faults, close } = await browse();

async function visit(to, wait) {
  await page.goto(server.url + to);
  await page.locator(wait).first().waitFor();
  await page.waitForTimeout(200);
  equal(await page.locator("main img, main script, main iframe, .card img, a[href^='javascript']").count(), 0, "markup at " + to);
}
const key = encodeURIComponent(`Evil.${bad}`);

await test([
  ["names, paths, notes, literals and labels in every room", async () => {
    await visit(`/search?q=${encodeURIComponent('"' + bad + '"')}`, ".row");
    await visit(`/search?q=kind%3Aline+alert`, ".row");
    await visit(`/symbol/${key}`, ".facts");
    await visit(`/symbol/${key}?tab=members`, ".row");
    await visit(`/symbol/${key}?tab=graph`, ".picture svg");
    await visit(`/symbol/${key}?tab=versions`, "td");
    await visit("/browse", ".row");
    await visit("/browse?view=map", ".picture svg rect");
    await visit(`/file/${encodeURIComponent("img onerror=alert(3).ts")}?project=src`, ".source-line");
    await visit(`/sql?q=${encodeURIComponent(`SELECT full_name, '${bad}' AS x FROM types`)}`, "td");
    await visit("/server", "td");
    await visit("/compare/1..2", ".split .item, .empty");
  }],
  ["a message, a question and an address", async () => {
    await page.goto(server.url + "/ask");
    await page.getByRole("button", { name: "Ask", exact: true }).first().click();
    await page.getByLabel("Message").fill(`${bad} ${script}`);
    await page.keyboard.press("Control+Enter");
    await page.locator(".mine").waitFor();
    await page.locator(".talk .prose").first().waitFor();
    equal(await page.locator(".talk img, .talk script, .talk svg, a[href^='javascript']").count(), 0, "markup in a conversation");
    await visit("/session", ".row");
    await visit(`/search?q=${encodeURIComponent(bad)}&project=${encodeURIComponent(script)}&at=${encodeURIComponent(bad)}&sel=${encodeURIComponent("symbol:" + bad)}`, "main");
  }],
  ["very long, astral and right-to-left names stay in their rows", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await visit(`/search?q=${encodeURIComponent("in:" + '"' + `Evil.${bad}` + '"')}`, ".row");
    const wide = await page.evaluate(() => document.scrollingElement.scrollWidth);
    check(wide <= 360, `the page scrolls sideways (${wide} px)`);
    await soon("the right-to-left name is there", async () => (await page.locator("main").innerText()).includes(rtl));
    await page.setViewportSize({ width: 1280, height: 860 });
  }],
  ["what a search finds is asked for as it scrolls, thousands of rows of it", async () => {
    await visit("/search?q=_field", ".row");
    const list = page.getByRole("listbox", { name: "Results" });
    const known = async () => Number(await list.locator(".row").first().getAttribute("aria-setsize"));
    equal(await known(), 100, "rows at first");
    await soon("rows are added", async () => {
      await list.evaluate((box) => box.scrollTo(0, box.scrollHeight));
      return (await known()) >= 4000;
    });
    await soon("only what is seen is drawn", async () => (await list.locator(".row").count()) < 200);
    const names = await list.locator(".row .main").allInnerTexts();
    equal(new Set(names).size, names.length, "rows that are drawn once");
  }],
  ["50,000 members of a type scroll", async () => {
    await visit("/symbol/Evil.Big?tab=members", ".row");
    const list = page.getByRole("listbox", { name: "Members" });
    for (let i = 0; i < 3; ++i) {
      await list.evaluate((box) => box.scrollTo(0, box.scrollHeight));
      await page.waitForTimeout(300);
    }
    await soon("only what is seen is drawn", async () => (await list.locator(".row").count()) < 200);
    await soon("pages are added", async () => Number(await list.locator(".row").first().getAttribute("aria-setsize")) >= 2000);
  }],
], () => page, faults);
await close();
await server.stop();
