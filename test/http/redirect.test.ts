import { describe, expect, it } from "vitest";
import { type Fetch, guardRedirects } from "../../src/http/index.ts";
import { serve } from "../helpers/server.ts";

interface Sent {
	url: string;
	init: RequestInit;
}

/** A `fetch` that redirects from each URL to the next of a list. */
function chain(status: number, ...urls: string[]): { fetch: Fetch; sent: Sent[] } {
	const sent: Sent[] = [];
	const fetch: Fetch = async (input, init = {}) => {
		const url = String(input);
		sent.push({ url, init });
		const next = urls[urls.indexOf(url) + 1];
		return next === undefined ? new Response("end") : new Response("", { status, headers: { location: next } });
	};
	return { fetch: guardRedirects(fetch), sent };
}

const A = "https://a.test/1";
const POST = {
	method: "POST",
	body: "{}",
	headers: { Authorization: "Bearer hf_x", "Content-Type": "application/json" },
};
const GET = { headers: { Authorization: "Bearer hf_x", "X-Own": "1" } };

describe("guardRedirects", () => {
	it.each([
		["a POST to another host", POST, "https://b.test/2"],
		["a POST to another port", POST, "https://a.test:8443/2"],
		["a POST without encryption", POST, "http://a.test/2"],
		["a GET with headers without encryption", GET, "http://b.test/2"],
		["a GET without headers from https to http", {}, "http://a.test/2"],
		["a GET to another scheme", {}, "file:///etc/passwd"],
		["a GET to credentials", {}, "https://user:password@b.test/2"],
	])("does not follow %s", async (_, init, target) => {
		for (const status of [301, 302, 303, 307, 308]) {
			const { fetch, sent } = chain(status, A, target);
			expect((await fetch(A, init)).status).toBe(status);
			expect(sent.map(({ url }) => url)).toEqual([A]);
		}
	});

	it("follows at the same origin, with method and body if HTTP keeps them", async () => {
		for (const [status, method] of [
			[301, "GET"],
			[302, "GET"],
			[303, "GET"],
			[307, "POST"],
			[308, "POST"],
		] as const) {
			const { fetch, sent } = chain(status, A, "https://a.test/2");
			await fetch(A, POST);
			expect(sent.map(({ url }) => url)).toEqual([A, "https://a.test/2"]);
			expect(sent[1]?.init).toMatchObject({ method, headers: { Authorization: "Bearer hf_x" } });
			expect(sent[1]?.init.body).toBe(method === "POST" ? "{}" : undefined);
			expect("Content-Type" in ((sent[1]?.init.headers ?? {}) as object)).toBe(method === "POST");
		}
	});

	it("follows a GET to another https origin without its headers, and never restores them", async () => {
		const { fetch, sent } = chain(302, A, "https://b.test/2", "https://a.test/3");
		expect(await (await fetch(A, GET)).text()).toBe("end");
		expect(sent.map(({ url, init }) => [url, init.headers])).toEqual([
			[A, GET.headers],
			["https://b.test/2", undefined],
			["https://a.test/3", undefined],
		]);
	});

	it("keeps a POST that became a GET at its origin", async () => {
		const { fetch, sent } = chain(303, A, "https://a.test/2", "https://b.test/3");
		expect((await fetch(A, POST)).status).toBe(303);
		expect(sent).toHaveLength(2);
	});

	it("ends loops", async () => {
		let count = 0;
		const fetch = guardRedirects(async () => {
			count++;
			return new Response("", { status: 307, headers: { location: A } });
		});
		expect((await fetch(A, POST)).status).toBe(307);
		expect(count).toBe(21);
	});

	it("works over a socket", async () => {
		const target = await serve({ body: "there" });
		const server = await serve({ status: 307, headers: { location: target.url } });
		const fetch = guardRedirects(globalThis.fetch);
		expect((await fetch(server.url, { method: "POST", body: "prompt" })).status).toBe(307);
		expect((await fetch(server.url, { headers: { "x-own": "1" } })).status).toBe(307);
		expect(target.requests).toEqual([]);
		expect(await (await fetch(server.url)).text()).toBe("there");
	});
});
