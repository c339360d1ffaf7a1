/** The frame of every page, in a real Chromium. */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serve } from "../build/serve.mjs";
import { dist, pages, readPage, TYPES } from "./site.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const BELOW = "/some/where/";
const OFFLINE = ["--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"];

let served;
let browser;
let context;
beforeAll(async () => {
	served = await serve(dist, { below: BELOW });
	browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: OFFLINE });
	context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"], reducedMotion: "reduce" });
});
afterAll(async () => {
	await browser?.close();
	served?.server.close();
});

async function open(path, problems = []) {
	const page = await context.newPage();
	page.on("pageerror", (error) => problems.push(`${path}: ${error.message}`));
	page.on("console", (message) => message.type() === "error" && problems.push(`${path}: ${message.text()}`));
	page.on("request", (request) => {
		const url = request.url();
		if (url.startsWith("http") && !url.startsWith(served.url)) problems.push(`${path}: asks ${url}`);
	});
	await page.goto(served.url + path, { waitUntil: "load" });
	return page;
}

/** Waits until the islands of a page live. */
const settled = (page) => page.waitForFunction(() => !document.querySelector("[data-island]:not([data-hydrated])"));

const clipboard = (page) => page.evaluate(() => navigator.clipboard.readText());

it("loads every page without an error in the console, below a path, with no request to outside", async () => {
	const problems = [];
	// Pages of libraries are made by one component and have no island: some of them stand for all.
	const many = pages.filter((path) => path.startsWith("libraries/"));
	const shown = [...pages.filter((path) => !path.startsWith("libraries/")), ...many.slice(0, 12)];
	const load = async () => {
		for (let path = shown.pop(); path !== undefined; path = shown.pop()) {
			const page = await open(path, problems);
			await settled(page);
			await page.close();
		}
	};
	await Promise.all([load(), load(), load(), load()]);
	expect(problems).toEqual([]);
});

it("writes no inline script, style or style attribute, and a strict policy", () => {
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
	const titles = pages.map((path) => /<title>(.*?)<\/title>/.exec(readPage(path))[1]);
	expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
	const silent = pages.filter((path) => !/<meta name="description" content="[^"]{5,}/.test(readPage(path)));
	expect(silent).toEqual([]);
});

describe.each(TYPES)("/%s", (path) => {
	it("has its landmarks and names, no violation of axe, and fits 320 pixels", async () => {
		const page = await open(path);
		await settled(page);
		await page.keyboard.press("Tab");
		expect(await page.evaluate(() => document.activeElement.textContent.trim())).toBe("Skip to content");
		expect(await page.locator("h1").count()).toBe(1);
		expect(await page.locator("main").count()).toBe(1);
		await page.getByRole("button", { name: "Search", exact: true }).waitFor();
		const edit = page.getByRole("link", { name: "Update on GitHub" });
		expect(await edit.getAttribute("href")).toMatch(/^https:\/\/github\.com\/modelhub\/hub\/edit\/main\/\S+/);
		await page.getByRole("button", { name: "Copy page" }).waitFor();
		expect(await page.locator('link[rel="alternate"][type="text/markdown"]').count()).toBe(1);
		if ((await page.locator(".text > .heading h2, .text > section .heading h2").count()) >= 3)
			expect(await page.getByRole("navigation", { name: "On this page" }).count()).toBe(1);
		for (const colorScheme of ["light", "dark"]) {
			await page.emulateMedia({ colorScheme });
			await page.evaluate(AXE);
			const { violations } = await page.evaluate(() => window.axe.run());
			expect(
				violations.map(({ id, nodes }) => `${colorScheme} ${id}: ${nodes.map(({ target }) => target).slice(0, 4)}`),
			).toEqual([]);
		}
		await page.setViewportSize({ width: 320, height: 800 });
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
		await page.close();
	});
});

describe("search", () => {
	it("is used by keyboard alone, and finds names by their parts and in spite of typos", async () => {
		const page = await open("tasks/");
		await page.keyboard.press("/");
		const dialog = page.getByRole("dialog", { name: "Search" });
		const box = dialog.getByRole("searchbox");
		await box.fill("ProviderOutputError");
		const results = dialog.getByRole("list", { name: "Results" }).getByRole("link");
		await results.filter({ hasText: "InferenceClientProviderOutputError" }).first().waitFor();
		await box.fill("sumarization");
		await results.filter({ hasText: "Summarization" }).first().waitFor();
		await page.keyboard.press("Escape");
		await dialog.waitFor({ state: "hidden" });
		await page.keyboard.press("Control+k");
		await box.fill("object detection");
		await results.first().waitFor();
		await page.keyboard.press("ArrowDown");
		await page.keyboard.press("ArrowUp");
		const wanted = await results.first().getAttribute("href");
		await page.keyboard.press("Enter");
		await page.waitForURL((url) => url.href === new URL(wanted, `${served.url}tasks/`).href);
		await page.close();
	});
});

describe("code", () => {
	it("copies what runs: commands without prompts and output", async () => {
		const page = await open("guides/batch/");
		const session = page.locator("figure.code", { has: page.locator(".prompt") }).first();
		await session.getByRole("button", { name: "Copy" }).click();
		expect(await clipboard(page)).toMatch(/^(?!\$ )/);
		await page.close();
	});

	it("remembers a choice of language across blocks and pages", async () => {
		const page = await open("providers/together/");
		await page.getByRole("tab", { name: "JavaScript" }).click();
		await page.goto(`${served.url}tasks/text-to-image/`);
		await page.locator(".tabs [role=tab][data-value=js][aria-selected=true]").first().waitFor();
		await page.close();
	});

	it("copies the page as Markdown, and the link of a heading", async () => {
		const page = await open("guides/getting-started/");
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

it("filters libraries", async () => {
	const page = await open("libraries/");
	await page.getByRole("searchbox", { name: "Filter" }).fill("diffusers");
	await page.getByRole("link", { name: "Diffusers", exact: true }).waitFor();
	expect(await page.locator("#libraries > li:visible").count()).toBeLessThan(10);
	await page.close();
});

it("can be read without JavaScript", async () => {
	const plain = await browser.newContext({ javaScriptEnabled: false });
	const page = await plain.newPage();
	await page.goto(`${served.url}providers/together/`);
	expect(await page.locator("[role=tabpanel]:visible").count()).toBeGreaterThan(3);
	await plain.close();
});
