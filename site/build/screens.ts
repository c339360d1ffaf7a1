/**
 * Takes pictures of pages: light and dark, 320 and 1280 pixels wide, into `screens/`.
 * `node build/screens.ts [PATH …]` takes those pages instead of the ten usual ones.
 */
import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { serve } from "./serve.ts";

const PAGES = [
	"",
	"guides/getting-started/",
	"tasks/",
	"tasks/object-detection/",
	"providers/together/",
	"libraries/",
	"use/",
	"playground/",
	"commands/infer/",
	"api/modelhub/",
];

const wanted = process.argv.slice(2);
const out = fileURLToPath(new URL("../screens/", import.meta.url));
const { server, url } = await serve(fileURLToPath(new URL("../dist", import.meta.url)));
const browser = await chromium.launch({ executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium" });
try {
	await mkdir(out, { recursive: true });
	for (const colorScheme of ["light", "dark"] as const) {
		for (const width of [320, 1280]) {
			const context = await browser.newContext({
				colorScheme,
				viewport: { width, height: 900 },
				reducedMotion: "reduce",
			});
			for (const path of wanted.length > 0 ? wanted : PAGES) {
				const page = await context.newPage();
				await page.goto(url + path, { waitUntil: "networkidle" });
				await page.waitForFunction(() => [...document.fonts].some(({ family }) => family === "Inter"));
				const name = path.replaceAll("/", "-").replace(/-$/, "") || "home";
				await page.screenshot({
					path: `${out}${name}-${width}-${colorScheme}.png`,
					fullPage: process.env["FULL"] === "1",
				});
				await page.close();
			}
			await context.close();
		}
	}
} finally {
	await browser.close();
	server.close();
}
