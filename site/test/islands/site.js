import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { serve } from "../../build/serve.mjs";

/** Nothing but the site itself can be reached. */
const OFFLINE = ["--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"];

/**
 * Opens the built site in a browser.
 * @returns `open(path)`: a page of it, whose console errors are collected in `problems`; `close()`
 */
export async function openSite() {
	const { server, url } = await serve(fileURLToPath(new URL("../../dist", import.meta.url)));
	const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: OFFLINE });
	const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
	const problems = [];
	const open = async (path) => {
		const page = await context.newPage();
		page.setDefaultTimeout(20_000);
		page.on("pageerror", (error) => problems.push(`${path}: ${error.message}`));
		page.on("console", (message) => {
			if (message.type() === "error" && !/ERR_NAME_NOT_RESOLVED/.test(message.text()))
				problems.push(`${path}: ${message.text()}`);
		});
		await page.goto(url + path);
		// Controls are disabled until their island is hydrated; a focus before that goes nowhere.
		await page.waitForFunction(
			() => !document.querySelector("[data-island]:not([data-hydrated]), fieldset.live[disabled]"),
		);
		return page;
	};
	const close = async () => {
		await browser.close();
		server.close();
	};
	return { open, close, problems };
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
