/** What single pages do: the recorded terminal, pictures with marks, filters, the page that is missing, print. */
import { readFileSync, statSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { REDIRECTS } from "../build/redirects.ts";
import { TERMINAL } from "../src/samples/terminal.ts";
import { dist, live, openSite, readPage, runIt, type Site } from "./site.ts";

let site: Site;
let moving: Site;
beforeAll(async () => {
	[site, moving] = await Promise.all([openSite(), openSite({ reducedMotion: "no-preference" })]);
});
afterAll(async () => await Promise.all([site.close(), moving.close()]));

describe("the recorded terminal", () => {
	it("is still and whole under reduced motion, and on a phone", async () => {
		const page = await site.open("");
		await page.setViewportSize({ width: 390, height: 844 });
		const terminal = page.getByRole("region", { name: "A recorded terminal" });
		for (const line of TERMINAL) expect(await terminal.innerText()).toContain(line);
		expect(await terminal.locator(".ahead").count()).toBe(0);
		expect(await terminal.getByRole("button").count()).toBe(0);
		await page.close();
	});

	it("plays where motion is welcome, and can be paused", async () => {
		const page = await moving.open("");
		const terminal = page.locator(".terminal");
		await terminal.scrollIntoViewIfNeeded();
		await terminal.getByRole("button", { name: "Pause" }).click();
		await terminal.getByRole("button", { name: "Play", exact: true }).waitFor();
		const hidden = await terminal.locator(".ahead").count();
		expect(hidden).toBeGreaterThan(0);
		await page.waitForTimeout(400);
		expect(await terminal.locator(".ahead").count()).toBe(hidden);
		await page.close();
	});
});

it("draws no frame of the browser's own around the form of Home", async () => {
	const page = await site.open("");
	await page.setViewportSize({ width: 1440, height: 900 });
	const box = page.locator("fieldset.live");
	expect(await box.evaluate((element) => getComputedStyle(element).borderTopWidth)).toBe("0px");
	await page.close();
});

describe("answers on a picture", () => {
	it("are boxes with labels, each in a color of its own", async () => {
		const page = await site.open("tasks/object-detection/");
		await runIt(page);
		const boxes = page.locator(".boxes .box");
		await boxes.nth(1).waitFor();
		expect(await boxes.allInnerTexts()).toEqual(["car", "house"]);
		const colors = await boxes.evaluateAll((all) => all.map((box) => getComputedStyle(box).borderTopColor));
		expect(new Set(colors).size).toBe(colors.length);
		await page.close();
	});

	it("are colors over the picture for segmentation", async () => {
		const page = await site.open("tasks/image-segmentation/");
		await runIt(page);
		await page.locator(".boxes .part").first().waitFor();
		expect(await page.locator(".boxes .part").count()).toBe(await page.locator(".part-names li").count());
		await page.close();
	});
});

it("has prompts to click, and leads to the playground with the reader's own token", async () => {
	const page = await site.open("tasks/conversational/");
	const prompts = page.getByRole("list", { name: "Examples of Chat" }).getByRole("button");
	expect(await prompts.count()).toBe(3);
	for (const prompt of await prompts.all()) {
		await prompt.click();
		expect(await runIt(page)).not.toMatch(/no model|sandbox/i);
	}
	await page.getByRole("button", { name: "Use your token" }).click();
	await page.waitForURL(/playground\/#/);
	await page.getByRole("radio", { name: "Your token", checked: true }).waitFor();
	await page.close();
});

it("tells which provider serves which task, and filters them", async () => {
	const page = await site.open("providers/");
	await page.getByRole("searchbox", { name: "Filter" }).fill("text-to-video");
	await page.getByRole("rowheader", { name: "Novita" }).waitFor();
	expect(await page.locator("#matrix > tr:visible").count()).toBeLessThan(10);
	await page.close();
});

it("draws each provider a mark of its own", async () => {
	const page = await site.open("providers/");
	const marks = await page.locator("#matrix .mark").evaluateAll((all) => all.map((mark) => mark.outerHTML));
	expect(marks.length).toBeGreaterThan(20);
	expect(new Set(marks).size).toBe(marks.length);
	await page.close();
});

it("shows each sentence of its headline in one line, down to 320 pixels", async () => {
	const page = await site.open("");
	for (const width of [320, 390, 720, 1440, 2200]) {
		await page.setViewportSize({ width, height: 900 });
		const lines = await page.locator("h1 .sentence").evaluateAll((all) =>
			all.map((line) => {
				const range = document.createRange();
				range.selectNodeContents(line);
				return {
					rows: new Set([...range.getClientRects()].map(({ top }) => top)).size,
					right: range.getBoundingClientRect().right,
				};
			}),
		);
		expect(
			lines.map(({ rows }) => rows),
			`${width} px`,
		).toEqual([1, 1]);
		expect(Math.max(...lines.map(({ right }) => right))).toBeLessThan(width);
	}
	await page.close();
});

it("has a menu on phones: all areas, and the pages of the section in groups, with the page marked", async () => {
	const page = await site.open("guides/batch/");
	await page.setViewportSize({ width: 390, height: 844 });
	await page.locator(".menu > summary").click();
	const menu = page.getByRole("navigation", { name: "Menu" });
	await menu.getByRole("link", { name: "Guides", exact: true, includeHidden: false }).first().waitFor();
	const open = menu.locator("details[open]");
	expect(await open.locator("summary").innerText()).toBe("Operate");
	expect(await open.locator('[aria-current="page"]').innerText()).toBe("Batch");
	await menu.getByText("Build", { exact: true }).click();
	await menu.getByRole("link", { name: "Streaming", exact: true }).click();
	await page.waitForURL(/guides\/streaming\/$/);
	await page.close();
});

it("lists errors that can be filtered, and opens the one that a link names", async () => {
	const page = await site.open("errors/#not-found");
	expect(await page.locator("#not-found").getAttribute("open")).not.toBeNull();
	expect(await page.evaluate(() => document.body.scrollHeight)).toBeLessThan(9000);
	await page.getByRole("searchbox", { name: "Filter" }).fill("rate limit");
	expect(await page.locator("details.error:visible").count()).toBeLessThan(12);
	await page.close();
});

it("has the site's look on the missing page, without another file", () => {
	const html = readFileSync(`${dist}404.html`, "utf8");
	expect(html).toMatch(/<style>[\s\S]{20000}/);
	expect(html).toMatch(/style-src &#x27;self&#x27; &#x27;sha256-/);
	expect(html).not.toMatch(/rel="stylesheet"/);
});

it.each(Object.entries(REDIRECTS))("leads from %s on to %s", async (path, target) => {
	const page = await site.newTab();
	await page.goto(site.url + path);
	await page.waitForURL(site.url + target);
	await page.getByRole("heading", { level: 1 }).waitFor();
	await page.close();
});

it("ships the licenses of its fonts", () => {
	for (const name of ["inter", "jetbrains-mono"]) {
		expect(readFileSync(`${dist}licenses/${name}.txt`, "utf8")).toContain("SIL OPEN FONT LICENSE");
	}
});

it("prints text alone, with addresses", async () => {
	const page = await site.open("guides/batch/");
	await page.emulateMedia({ media: "print" });
	for (const hidden of [".top", ".side", ".contents", ".bottom", ".copy"])
		expect(await page.locator(hidden).first().isVisible(), hidden).toBe(false);
	expect(await page.locator("button").filter({ visible: true }).count()).toBe(0);
	await page.goto(`${site.url}tasks/object-detection/`);
	await live(page);
	expect(await page.locator(".call-box form").isVisible()).toBe(false);
	expect(await page.locator(".call-box pre").first().isVisible()).toBe(true);
	await page.close();
});

it("has command and program without JavaScript", async () => {
	const plain = await site.browser.newContext({ javaScriptEnabled: false });
	const page = await plain.newPage();
	await page.goto(`${site.url}tasks/conversational/`);
	expect(await page.locator("noscript figure.code").first().innerText()).toContain("hub infer --sandbox");
	expect(await page.locator("noscript figure.code pre").nth(1).innerText()).toContain("new InferenceClient");
	for (const path of ["", "use/", "playground/", "templates/", "tasks/conversational/"]) {
		await page.goto(site.url + path);
		// What a press would do is not there.
		expect(await page.locator("button").filter({ visible: true }).count(), path).toBe(0);
	}
	await plain.close();
});

it("weighs at most 150 kB for the terminal", () => {
	expect(readPage("").length).toBeLessThan(150_000);
	expect(statSync(`${dist}samples/lighthouse.png`).size).toBeLessThan(60_000);
});
