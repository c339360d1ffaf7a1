import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from "playwright-core";
import { REDIRECTS } from "../build/redirects.ts";
import { serve } from "../build/serve.ts";

export const dist = fileURLToPath(new URL("../dist/", import.meta.url));

/** Paths of all pages, such as `tasks/x/`; Home is empty. */
export const pages = readdirSync(dist, { recursive: true, withFileTypes: true })
	.filter((entry) => entry.name === "index.html")
	.map((entry) => relative(dist, entry.parentPath).replaceAll("\\", "/"))
	.map((path) => (path === "" ? "" : `${path}/`))
	.filter((path) => !Object.hasOwn(REDIRECTS, path));

export const readPage = (path: string): string => readFileSync(join(dist, path, "index.html"), "utf8");

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
	"api/modelhub/chatCompletion/",
	"api/modelhub/InferenceClient/",
	"changes/",
];

/** The site lies below a path, and nothing but the site itself can be reached. */
const BELOW = "/some/where/";
const OFFLINE = ["--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"];

/** The site in a browser. */
export interface Site {
	/** Of Home. */
	url: string;
	/** Opens a page of the site, and waits until its islands are live. */
	open(path: string): Promise<Page>;
	/** Opens an empty tab. */
	newTab(): Promise<Page>;
	/** Errors in the console. */
	problems: string[];
	/** Requests to other hosts. */
	outside: string[];
	browser: Browser;
	close(): Promise<void>;
}

/** Opens the built site in a browser of its own, so that tests in other files do not share its clipboard. */
export async function openSite(options: BrowserContextOptions = {}): Promise<Site> {
	const { server, url } = await serve(dist, { below: BELOW });
	const browser = await chromium.launch({
		executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
		args: OFFLINE,
	});
	const permissions = ["clipboard-read", "clipboard-write"];
	const context = await browser.newContext({ permissions, reducedMotion: "reduce", ...options });
	context.setDefaultTimeout(60_000);
	const problems: string[] = [];
	const outside: string[] = [];
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
	const open = async (path: string) => {
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
export async function live(page: Page): Promise<void> {
	await page.waitForFunction(
		() => !document.querySelector("[data-island]:not([data-hydrated]), fieldset.live[disabled]"),
	);
}

/** Presses "Run" and waits for the answer. @returns its text */
export async function runIt(page: Page, region: Page | Locator = page): Promise<string> {
	await region.getByRole("button", { name: "Run", exact: true }).click();
	const answer = region.getByRole("region", { name: "Answer" });
	await answer.and(page.locator("[aria-busy=false]")).filter({ hasNotText: "Press Run" }).waitFor();
	return await answer.innerText();
}

/** The text on the clipboard. */
export async function clipboard(page: Page): Promise<string> {
	return await page.evaluate(() => navigator.clipboard.readText());
}
