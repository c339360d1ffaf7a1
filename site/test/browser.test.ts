/** The frame of every page, in a real Chromium. */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type Axe from "axe-core";
import type { RunOptions } from "axe-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clipboard, live, openSite, pages, readPage, type Site, TYPES } from "./site.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
declare global {
	interface Window {
		axe: typeof Axe;
	}
}

const NARROW = { width: 320, height: 800 };

/** Tabs that load pages side by side. */
const TABS = 6;

let site: Site;
beforeAll(async () => {
	site = await openSite();
});
afterAll(async () => await site.close());

it("loads every page without console errors or external requests, and fits 320 pixels", async () => {
	const waiting = [...pages];
	const wide: string[] = [];
	const load = async () => {
		const tab = await site.newTab();
		await tab.setViewportSize(NARROW);
		for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
			await tab.goto(site.url + path);
			await live(tab);
			if ((await tab.evaluate(() => document.documentElement.scrollWidth)) > NARROW.width) wide.push(path);
		}
		await tab.close();
	};
	await Promise.all(Array.from({ length: TABS }, load));
	expect({ problems: site.problems, outside: site.outside, wide }).toEqual({ problems: [], outside: [], wide: [] });
});

it("uses a strict policy and no inline script, style or style attribute", () => {
	const wrong = pages.filter((path) => {
		const html = readPage(path);
		const policy = /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? "unsafe";
		return (
			/ style="|<style|<script(?![^>]*src=)|\son\w+="/.test(html) ||
			/unsafe|script-src(?! &#x27;self&#x27;)/.test(policy)
		);
	});
	expect(wrong).toEqual([]);
});

it("gives every page its own title and description", () => {
	const titles = pages.map((path) => /<title>(.*?)<\/title>/.exec(readPage(path))?.[1] ?? "");
	expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
	const silent = pages.filter((path) => !/<meta name="description" content="[^"]{5,}/.test(readPage(path)));
	expect(silent).toEqual([]);
});

describe.concurrent.each(TYPES)("/%s", (path) => {
	it("has landmarks and names, and passes axe", async () => {
		const page = await site.open(path);
		await page.keyboard.press("Tab");
		expect(await page.evaluate(() => document.activeElement?.textContent.trim())).toBe("Skip to content");
		expect(await page.locator("h1").count()).toBe(1);
		expect(await page.locator("main").count()).toBe(1);
		await page.getByRole("button", { name: "Search", exact: true }).waitFor();
		const edit = page.getByRole("link", { name: "Update on GitHub" });
		expect(await edit.getAttribute("href")).toMatch(/^https:\/\/github\.com\/modelhub\/hub\/edit\/main\/\S+/);
		await page.getByRole("button", { name: "Copy page" }).waitFor();
		expect(await page.locator('link[rel="alternate"][type="text/markdown"]').count()).toBe(1);
		if (path !== "" && (await page.locator(".text h2").count()) >= 3)
			expect(await page.getByRole("navigation", { name: "On this page" }).count()).toBe(1);
		await page.evaluate(AXE);
		for (const colorScheme of ["light", "dark"] as const) {
			await page.emulateMedia({ colorScheme });
			// Colors are all that changes.
			const options: RunOptions = colorScheme === "dark" ? { runOnly: ["color-contrast"] } : {};
			const { violations } = await page.evaluate((given) => window.axe.run(given), options);
			expect(
				violations.map(({ id, nodes }) => `${colorScheme} ${id}: ${nodes.map(({ target }) => target).slice(0, 4)}`),
			).toEqual([]);
		}
		await page.close();
	});
});

describe("search", () => {
	it("works by keyboard alone, and finds names by parts and despite typos", async () => {
		const page = await site.open("tasks/");
		await page.keyboard.press("/");
		const dialog = page.getByRole("dialog", { name: "Search" });
		const box = dialog.getByRole("searchbox");
		await box.fill("ProviderOutputError");
		const results = dialog.getByRole("list", { name: "Results" }).getByRole("link");
		await results.filter({ hasText: "InferenceClientProviderOutputError" }).first().waitFor();
		await box.fill("sumarization");
		await results.filter({ hasText: "Summarization" }).first().waitFor();
		await box.fill("summarization of whatnot");
		await results.filter({ hasText: "Summarization" }).first().waitFor();
		await page.keyboard.press("Escape");
		await dialog.waitFor({ state: "hidden" });
		await page.keyboard.press("Control+k");
		await box.fill("object detection");
		await results.filter({ hasText: "Object Detection" }).first().waitFor();
		await page.keyboard.press("ArrowDown");
		await page.keyboard.press("ArrowUp");
		const wanted = await results.first().getAttribute("href");
		await page.keyboard.press("Enter");
		await page.waitForURL((url) => url.href === new URL(wanted ?? "", `${site.url}tasks/`).href);
		await page.close();
	});
});

describe("code", () => {
	it("copies only commands, without prompts and output", async () => {
		const page = await site.open("guides/batch/");
		const session = page.locator("figure.code", { has: page.locator(".prompt") }).first();
		await session.getByRole("button", { name: "Copy" }).click();
		await session.getByRole("button", { name: "Copied" }).waitFor();
		const command = await session.locator(".command").first().innerText();
		expect((await clipboard(page)).split("\n")[0]).toBe(command);
		expect(await clipboard(page)).not.toMatch(/^\$ /m);
		await page.close();
	});

	it("remembers the chosen language across blocks and pages", async () => {
		const page = await site.open("providers/together/");
		await page.getByRole("tab", { name: "JavaScript" }).click();
		await page.goto(`${site.url}tasks/text-to-image/`);
		await page.locator(".tabs [role=tab][data-value=js][aria-selected=true]").first().waitFor();
		await page.close();
	});

	it("copies the page as Markdown, and the link to a heading", async () => {
		const page = await site.open("guides/getting-started/");
		await page.getByRole("button", { name: "Copy page" }).click();
		await page.getByRole("button", { name: "Copied" }).waitFor();
		expect(await clipboard(page)).toMatch(/^# /);
		const anchor = page.locator("a.anchor").first();
		await anchor.focus();
		await page.keyboard.press("Enter");
		await page.waitForFunction(async () => (await navigator.clipboard.readText()) === location.href);
		await page.close();
	});
});

it("marks the heading that is read, and lists the headings above the text where it is narrow", async () => {
	const page = await site.open("guides/streaming/");
	const marked = page.getByRole("navigation", { name: "On this page" }).locator("a[aria-current]");
	for (const heading of ["The whole answer", "Cancel a request"]) {
		await page
			.getByRole("heading", { name: heading })
			.evaluate((element) => element.scrollIntoView({ block: "start" }));
		await marked.filter({ hasText: heading }).waitFor();
		expect(await marked.count()).toBe(1);
	}
	await page.setViewportSize({ width: 390, height: 844 });
	const menu = page.locator(".contents-menu");
	await menu.locator("summary").click();
	await menu.getByRole("link", { name: "Cancel a request", exact: true }).click();
	await page.waitForFunction(() => location.hash === "#cancel");
	await page.close();
});

it("has a feed of the changes and a picture for links to it", async () => {
	const page = await site.open("changes/");
	const feed = await page.locator('link[type="application/atom+xml"]').getAttribute("href");
	const text = await (await page.request.get(new URL(feed ?? "", page.url()).href)).text();
	const entries = await page.evaluate(
		(xml) =>
			[...new DOMParser().parseFromString(xml, "application/xml").querySelectorAll("entry > title")].map(
				(title) => title.textContent,
			),
		text,
	);
	expect(entries.length).toBeGreaterThan(0);
	expect(await page.locator('meta[property="og:image"]').getAttribute("content")).toMatch(/^https:\/\/.*social\.png$/);
	expect((await page.request.get(`${site.url}social.png`)).status()).toBe(200);
	await page.close();
});

it("filters libraries", async () => {
	const page = await site.open("libraries/");
	await page.getByRole("searchbox", { name: "Filter" }).fill("diffusers");
	await page.getByRole("link", { name: "Diffusers", exact: true }).waitFor();
	expect(await page.locator("#libraries > li:visible").count()).toBeLessThan(10);
	await page.close();
});

it("can be read without JavaScript", async () => {
	const plain = await site.browser.newContext({ javaScriptEnabled: false });
	const page = await plain.newPage();
	await page.goto(`${site.url}providers/together/`);
	expect(await page.locator("[role=tabpanel]:visible").count()).toBeGreaterThan(3);
	await plain.close();
});
