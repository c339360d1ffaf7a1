import { once } from "node:events";
import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** @param browser returns the browser, once tests run */
export function describeExample(browser: () => Browser): void {
	describe("the example of browsers", () => {
		const TYPES: Record<string, string> = { ".html": "text/html", ".js": "text/javascript" };
		const server = createServer((request, response) => {
			const path = join(root, normalize(new URL(request.url ?? "/", "http://localhost").pathname));
			const file = path.endsWith("/") ? `${path}index.html` : path;
			if (!statSync(file, { throwIfNoEntry: false })?.isFile()) response.writeHead(404).end();
			else createReadStream(file).pipe(response.setHeader("content-type", TYPES[extname(file)] ?? "text/plain"));
		});
		let url: string;
		beforeAll(async () => {
			server.listen(0, "127.0.0.1");
			await once(server, "listening");
			url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
		});
		afterAll(() => {
			server.closeAllConnections();
			server.close();
		});

		it("answers in the page", async () => {
			const page = await browser().newPage();
			const errors: string[] = [];
			page.on("pageerror", (error) => errors.push(error.message));
			await page.goto(`${url}/examples/browser/`);
			await page.getByRole("button", { name: "Ask" }).click();
			await page.locator("#answer", { hasText: "84" }).waitFor();
			expect(errors).toEqual([]);
			await page.close();
		});
	});
}
