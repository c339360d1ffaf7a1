/** JavaScript that pages load, compressed. */
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { serve } from "../build/serve.mjs";
import { dist } from "./site.js";

const LOAD = 90_000;
const USE = 200_000;

let served;
let browser;
beforeAll(async () => {
	served = await serve(dist);
	browser = await chromium.launch({
		executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
		args: ["--no-sandbox"],
	});
});
afterAll(async () => {
	await browser?.close();
	served?.server.close();
});

/** Opens a page, uses it, and weighs the scripts it loaded. */
async function weigh(path, use) {
	const page = await browser.newPage();
	const scripts = new Set();
	page.on("request", (request) => {
		if (request.url().endsWith(".js")) scripts.add(request.url().slice(served.url.length));
	});
	await page.goto(served.url + path, { waitUntil: "networkidle" });
	await use?.(page);
	await page.waitForLoadState("networkidle");
	await page.close();
	return [...scripts].reduce((sum, file) => sum + gzipSync(readFileSync(dist + file)).length, 0);
}

it.each(["guides/getting-started/", "tasks/object-detection/", "commands/infer/", "api/tasks/", "libraries/"])(
	"%s loads at most 90 kB",
	async (path) => expect(await weigh(path)).toBeLessThan(LOAD),
);

const run = async (page) => {
	await page.getByRole("button", { name: "Run", exact: true }).first().click();
	await page.getByRole("region", { name: "Answer" }).and(page.locator("[aria-busy=false]")).first().waitFor();
	await page.waitForTimeout(1500);
};

it.each([
	["tasks/conversational/", run],
	["tasks/object-detection/", run],
	["playground/", run],
	["use/", async (page) => await page.getByRole("tab", { name: "Call a provider" }).click()],
])("%s with what using it loads is at most 200 kB", async (path, use) =>
	expect(await weigh(path, use)).toBeLessThan(USE),
);

it("loads no React where there is no island", async () => expect(await weigh("commands/infer/")).toBeLessThan(5000));
