import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, describe } from "vitest";
import { findProgram } from "../helpers/programs.ts";
import { describeExample } from "./example.ts";
import { describeRedirects } from "./redirects.ts";
import { describeServePage } from "./serve-page.ts";

const executablePath = findProgram("HUB_TEST_CHROMIUM", "chromium");

/** One browser for all: it takes more than a second of CPU time to start. */
describe.skipIf(!executablePath)("in Chromium (needs chromium; HUB_TEST_CHROMIUM names it)", () => {
	let browser: Browser;
	beforeAll(async () => {
		browser = await chromium.launch({
			executablePath: executablePath ?? "",
			// Pages share a process of the browser.
			args: ["--no-sandbox", "--renderer-process-limit=1", "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"],
		});
	});
	afterAll(() => browser?.close());

	const open = (): Browser => browser;
	describeExample(open);
	describeRedirects(open);
	describeServePage(open);
});
