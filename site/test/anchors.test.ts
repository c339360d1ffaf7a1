/** Links to a place on a page lead to that place. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSite, pages, readPage, type Site, TYPES } from "./site.ts";

const MOST_PIXELS = 8;
const SIZES = [
	{ width: 1440, height: 900 },
	{ width: 390, height: 844 },
];

/** Tabs that load pages side by side. */
const TABS = 4;

/** Pages whose anchors are tried: all but the many alike, of which every tenth; with `HUB_TEST_ALL_ANCHORS` all. */
const tried = pages.filter(
	(path, index) =>
		process.env["HUB_TEST_ALL_ANCHORS"] ||
		TYPES.includes(path) ||
		!/^(api\/.+\/.+|libraries\/.+)/.test(path) ||
		index % 10 === 0,
);

let site: Site;
beforeAll(async () => {
	// Smooth scrolling once hid where links lead to, so motion is not reduced here.
	site = await openSite({ reducedMotion: "no-preference" });
});
afterAll(async () => await site.close());

/** How far the target of the page's hash is from its place, in pixels. At the end of a page, its place is lower. */
async function distance(page: Page): Promise<number> {
	return await page.evaluate(() => {
		const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
		if (!target) return Number.NaN;
		const { scrollHeight, clientHeight, scrollTop } = document.documentElement;
		const wanted = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop);
		const missing = target.getBoundingClientRect().top - wanted;
		return Math.abs(missing > 0 ? Math.min(missing, scrollHeight - clientHeight - scrollTop) : missing);
	});
}

/** Waits until a page does not change its layout anymore. */
async function settle(page: Page): Promise<void> {
	await page.waitForFunction(() => !document.querySelector("[data-island]:not([data-hydrated])"));
	await page.evaluate(async () => {
		await document.fonts.ready;
		for (let height = -1; height !== document.body.offsetHeight; ) {
			height = document.body.offsetHeight;
			await new Promise((resolve) => setTimeout(resolve, 300));
		}
	});
}

describe.each(SIZES)("at $width pixels", (size) => {
	it("every anchor of a page can be reached from it", async () => {
		const waiting = [...tried];
		const wrong: string[] = [];
		const load = async () => {
			const tab = await site.newTab();
			await tab.setViewportSize(size);
			for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
				await tab.goto(site.url + path);
				await tab.waitForFunction(() => !document.querySelector("[data-island]:not([data-hydrated])"));
				const ids = await tab.evaluate(() =>
					[...document.querySelectorAll("main .text [id]")]
						.filter((element) => !element.querySelector("a.moved") && element.checkVisibility())
						.filter((element) => !element.closest(".island, [role=tablist], dialog"))
						.map(({ id }) => id),
				);
				for (const id of ids) {
					await tab.evaluate((hash) => {
						location.hash = hash;
					}, encodeURIComponent(id));
					const pixels = await distance(tab);
					if (!(pixels <= MOST_PIXELS)) wrong.push(`${path}#${id}: ${pixels}`);
				}
			}
			await tab.close();
		};
		await Promise.all(Array.from({ length: TABS }, load));
		expect(wrong).toEqual([]);
	});

	const links = TYPES.flatMap((path) => {
		const ids = [...readPage(path).matchAll(/<h[23][^>]* id="([^"]+)"/g)].map(([, id]) => id);
		return ids.length > 2 ? [`${path}#${ids.at(-2)}`] : [];
	});

	it.concurrent.each(links)("%s is opened at its place", async (link) => {
		const page = await site.newTab();
		await page.setViewportSize(size);
		await page.goto(site.url + link);
		await settle(page);
		expect(await distance(page)).toBeLessThanOrEqual(MOST_PIXELS);
		await page.close();
	});

	it.each(["tasks/object-detection/#providers", "guides/batch/#", "changes/#"])(
		"%s is opened at its place on a slow connection",
		async (start) => {
			const [path = "", id] = start.split("#");
			const ids = [...readPage(path).matchAll(/<h2[^>]* id="([^"]+)"/g)].map(([, found]) => found);
			const page = await site.newTab();
			await page.setViewportSize(size);
			const client = await page.context().newCDPSession(page);
			await client.send("Network.enable");
			await client.send("Network.emulateNetworkConditions", {
				offline: false,
				latency: 150,
				downloadThroughput: 200_000,
				uploadThroughput: 100_000,
			});
			await page.goto(`${site.url}${path}#${id || ids.at(-1)}`);
			await settle(page);
			expect(await distance(page)).toBeLessThanOrEqual(MOST_PIXELS);
			await page.close();
		},
	);

	it.each(["Providers of object detection", "budget of a batch", "options of every command"])(
		"%s is opened at its place from the search",
		async (query) => {
			const page = await site.open("guides/");
			await page.setViewportSize(size);
			await page.keyboard.press("/");
			await page.getByRole("searchbox").fill(query);
			// Texts that are still on their way would change the list.
			await page.waitForLoadState("networkidle");
			const link = page.getByRole("list", { name: "Results" }).locator("a[href*='#']").first();
			await link.waitFor();
			await link.click();
			await page.waitForURL(/#/);
			await settle(page);
			expect(await distance(page)).toBeLessThanOrEqual(MOST_PIXELS);
			await page.close();
		},
	);
});

it("leads from the former anchors of the API to the pages of the names", async () => {
	const page = await site.newTab();
	await page.goto(`${site.url}api/modelhub/#chatCompletion`);
	await page.waitForURL("**/api/modelhub/chatCompletion/");
	expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("chatCompletion");
	await page.close();
});
