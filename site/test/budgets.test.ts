/** What pages load, compressed. */
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dist, openSite, pages, readPage, runIt, type Site } from "./site.ts";

const LOAD = 90_000;
const USE = 200_000;
/** The page of speech recognition also loads the recording that it sends: 34 kB. */
const USE_WITH_RECORDING = 215_000;

let site: Site;
beforeAll(async () => {
	site = await openSite();
});
afterAll(async () => await site.close());

const compressed = (file: string) => gzipSync(readFileSync(dist + file)).length;

/** Opens a page, uses it, and weighs the scripts it loaded. */
async function weigh(path: string, use?: (page: Page) => Promise<void>): Promise<number> {
	const page = await site.newTab();
	const scripts = new Set<string>();
	page.on("request", (request) => {
		if (request.url().endsWith(".js")) scripts.add(request.url().slice(site.url.length));
	});
	await page.goto(site.url + path, { waitUntil: "networkidle" });
	await use?.(page);
	await page.waitForLoadState("networkidle");
	await page.close();
	return [...scripts].reduce((sum, file) => sum + compressed(file), 0);
}

describe.concurrent("JavaScript", () => {
	it.each(["guides/getting-started/", "tasks/object-detection/", "commands/infer/", "api/tasks/", "libraries/"])(
		"%s loads at most 90 kB",
		async (path) => expect(await weigh(path)).toBeLessThan(LOAD),
	);

	it.each([
		["", USE],
		["tasks/conversational/", USE],
		["tasks/image-to-image/", USE],
		["tasks/automatic-speech-recognition/", USE_WITH_RECORDING],
		["playground/", USE],
	])("/%s loads at most %i bytes after a run with every code tab opened", async (path, limit) => {
		const use = async (page: Page) => {
			await runIt(page);
			for (const name of ["curl", "JavaScript", "Python"]) {
				const tab = page.getByRole("tab", { name, exact: true }).first();
				await tab.click();
				await page.locator(".call-code pre").filter({ hasText: /\w{4}/ }).first().waitFor();
			}
		};
		expect(await weigh(path, use)).toBeLessThan(limit);
	});

	it("use/ loads at most 200 kB after code is chosen", async () => {
		const use = async (page: Page) => {
			await page.getByRole("tab", { name: "Call a provider" }).click();
			await page.getByRole("tab", { name: "JavaScript" }).click();
		};
		expect(await weigh("use/", use)).toBeLessThan(USE);
	});

	it("loads no React without an island", async () => expect(await weigh("commands/infer/")).toBeLessThan(5000));
});

describe("the first paint", () => {
	/** The first round trips of a connection carry about this much. */
	const SMALL = 15_000;
	const LARGE = 50_000;

	it("waits for a small page and one small stylesheet", () => {
		// Documents of the repository, and all names of an entry point.
		const isLong = (path: string) =>
			/^(api\/|architecture\/|changes\/|compatibility\/|in-depth\/|performance\/)/.test(path);
		const heavy = pages.filter((path) => gzipSync(readPage(path)).length > (isLong(path) ? LARGE : SMALL));
		expect(heavy).toEqual([]);
		const [style] = /assets\/style-[\w-]+\.css/.exec(readPage("")) ?? [];
		expect(compressed(style ?? "")).toBeLessThan(8000);
	});

	it("waits for no script and no font", async () => {
		// Nothing is remembered and nothing cached: a first visit.
		const context = await site.browser.newContext();
		const page = await context.newPage();
		await page.goto(site.url);
		expect(await page.locator("head script").getAttribute("fetchpriority")).toBe("low");
		await page.waitForFunction(() => [...document.fonts].some(({ family }) => family === "Inter"));
		const [loaded, asked] = await page.evaluate(() => {
			const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
			const font = performance.getEntriesByType("resource").find(({ name }) => name.endsWith(".woff2"));
			return [navigation?.loadEventStart ?? 0, font?.startTime ?? 0];
		});
		expect(asked).toBeGreaterThan(loaded ?? 0);
		await context.close();
	});
});
