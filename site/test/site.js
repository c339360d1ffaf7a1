import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { serve } from "../build/serve.mjs";

export const dist = fileURLToPath(new URL("../dist/", import.meta.url));

/** Paths of all pages, such as `tasks/x/`; Home is empty. */
export const pages = readdirSync(dist, { recursive: true, withFileTypes: true })
	.filter((entry) => entry.name === "index.html")
	.map((entry) => relative(dist, entry.parentPath).replaceAll("\\", "/"))
	.map((path) => (path === "" ? "" : `${path}/`));

export const readPage = (path) => readFileSync(join(dist, path, "index.html"), "utf8");

/** A page of each type. */
export const TYPES = [
	"",
	"guides/",
	"guides/getting-started/",
	"tasks/",
	"tasks/object-detection/",
	"providers/",
	"providers/together/",
	"libraries/",
	"libraries/diffusers/",
	"use/",
	"playground/",
	"templates/",
	"commands/",
	"commands/batch/",
	"errors/",
	"json/",
	"api/",
	"api/gateway/",
	"changes/",
];

/** The site lies below a path, and nothing but the site itself can be reached. */
const BELOW = "/some/where/";
const OFFLINE = ["--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"];

/**
 * Opens the built site in a browser of its own, so that tests in other files do not share its clipboard.
 *
 * @param options of the browser's context
 * @returns `url` of Home; `open(path)`: a page of the site whose islands are live; `newTab()`: an empty tab; `problems`:
 * errors in the console; `outside`: requests to other hosts; `browser`; `close()`
 */
export async function openSite(options = {}) {
	const { server, url } = await serve(dist, { below: BELOW });
	const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: OFFLINE });
	const permissions = ["clipboard-read", "clipboard-write"];
	const context = await browser.newContext({ permissions, reducedMotion: "reduce", ...options });
	context.setDefaultTimeout(60_000);
	const problems = [];
	const outside = [];
	const newTab = async () => {
		const page = await context.newPage();
		page.on("pageerror", (error) => problems.push(`${page.url()}: ${error.message}`));
		page.on("console", (message) => {
			const isOffline = /ERR_NAME_NOT_RESOLVED|ERR_FAILED/.test(message.text());
			if (message.type() === "error" && !isOffline) problems.push(`${page.url()}: ${message.text()}`);
		});
		page.on("request", (request) => {
			const asked = request.url();
			if (asked.startsWith("http") && !asked.startsWith(url)) outside.push(`${page.url()}: ${asked}`);
		});
		return page;
	};
	const open = async (path) => {
		const page = await newTab();
		await page.goto(url + path);
		await live(page);
		return page;
	};
	const close = async () => {
		await browser.close();
		server.close();
	};
	return { url, open, newTab, problems, outside, browser, close };
}

/** Waits until the islands of a page are hydrated; their controls are disabled before. */
export async function live(page) {
	await page.waitForFunction(
		() => !document.querySelector("[data-island]:not([data-hydrated]), fieldset.live[disabled]"),
	);
}

/** Presses "Run" and waits for the answer. @returns its text */
export async function runIt(page, region = page) {
	await region.getByRole("button", { name: "Run", exact: true }).click();
	const answer = region.getByRole("region", { name: "Answer" });
	await answer.and(page.locator("[aria-busy=false]")).filter({ hasNotText: "Press Run" }).waitFor();
	return await answer.innerText();
}

/** The text on the clipboard. */
export async function clipboard(page) {
	return await page.evaluate(() => navigator.clipboard.readText());
}
