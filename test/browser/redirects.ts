import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const guard = fileURLToPath(new URL("../../src/http/redirect.ts", import.meta.url));

interface Place {
	url: string;
	/** What came, but for preflights. */
	seen: { path: string; secret: string | undefined; body: string }[];
	close(): void;
}

/** A server that permits every page, redirects `/to?URL`, and answers everything else with its path. */
async function open(files: Readonly<Record<string, [type: string, text: string]>> = {}): Promise<Place> {
	const seen: Place["seen"] = [];
	const server = createServer((request, response) => {
		const { pathname, search } = new URL(request.url ?? "", "http://localhost");
		const parts: Buffer[] = [];
		request.on("data", (part: Buffer) => parts.push(part));
		request.on("end", () => {
			const cors = { "access-control-allow-origin": "*", "access-control-allow-headers": "*" };
			if (request.method === "OPTIONS") return response.writeHead(204, cors).end();
			const file = files[pathname];
			if (file) return response.writeHead(200, { "content-type": file[0] }).end(file[1]);
			const secret = request.headers["x-secret"];
			seen.push({ path: pathname, secret: secret?.toString(), body: Buffer.concat(parts).toString() });
			if (pathname !== "/to") return response.writeHead(200, cors).end(pathname);
			return response.writeHead(307, { ...cors, location: decodeURIComponent(search.slice(1)) }).end();
		});
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		seen,
		close: () => {
			server.close();
			server.closeAllConnections();
		},
	};
}

/** Runs in the page: the outcome of each request. */
const SCRIPT = `
	import { guardRedirects } from ${JSON.stringify(guard)};
	const guarded = guardRedirects(fetch);
	const ask = async (url, init) => {
		try {
			const response = await guarded(url, init);
			return response.type === "opaqueredirect" ? "refused" : await response.text();
		} catch { return "refused"; }
	};
	globalThis.runAll = async (own, other) => ({
		body: await ask(own + "/to?" + encodeURIComponent(other + "/stolen"), { method: "POST", body: "the prompt" }),
		headers: await ask(own + "/to?" + encodeURIComponent(other + "/stolen"), { headers: { "x-secret": "key" } }),
		plain: await ask(own + "/to?" + encodeURIComponent(other + "/file"), {}),
	});`;
const IN_WORKER = `${SCRIPT}\nonmessage = async ({ data }) => postMessage(await runAll(...data));`;

/** @param browser returns the browser, once tests run */
export function describeRedirects(browser: () => Browser): void {
	describe("redirects", () => {
		let own: Place;
		let other: Place;
		beforeAll(async () => {
			const bundle = async (contents: string): Promise<[string, string]> => {
				const stdin = { contents, resolveDir: "/", loader: "ts" as const };
				const { outputFiles } = await build({ stdin, bundle: true, format: "esm", write: false });
				return ["text/javascript", outputFiles[0]?.text ?? ""];
			};
			own = await open({
				"/": ["text/html", '<!doctype html><title>t</title><script type="module" src="/page.js"></script>'],
				"/page.js": await bundle(SCRIPT),
				"/worker.js": await bundle(IN_WORKER),
			});
			other = await open();
		}, 60_000);
		afterAll(() => {
			own.close();
			other.close();
		});

		const inPage = `runAll(...places)`;
		const inWorker = `new Promise((resolve) => {
		const worker = new Worker("/worker.js", { type: "module" });
		worker.onmessage = ({ data }) => resolve(data);
		worker.postMessage(places);
	})`;

		it.each([
			["a page", inPage],
			["a worker", inWorker],
		])("take no prompt or header from %s to another host, only a plain GET", { timeout: 60_000 }, async (_, run) => {
			other.seen.length = 0;
			const page = await browser().newPage();
			await page.goto(own.url);
			await page.waitForFunction("typeof runAll === 'function'");
			const outcome = await page.evaluate(`((places) => ${run})(${JSON.stringify([own.url, other.url])})`);
			expect(outcome).toEqual({ body: "refused", headers: "refused", plain: "/file" });
			expect(other.seen).toEqual([{ path: "/file", secret: undefined, body: "" }]);
			await page.close();
		});
	});
}
