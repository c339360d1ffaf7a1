import { expect, it } from "vitest";
import { type Context, createContext } from "../../src/cli/context.ts";
import { createFetch } from "../../src/cli/network/connect.ts";
import type { Fetch } from "../../src/http/index.ts";

/** A context that nothing is read from. */
function fakeContext(write: (text: string) => void = () => undefined, debug = false): Context {
	const stream = {
		write: (text: string | Uint8Array) => {
			write(String(text));
			return true;
		},
	};
	const io = { stdin: undefined as never, stdout: stream, stderr: stream, env: {}, cwd: "/" };
	const flags = { quiet: false, debug, json: false, input: true };
	return createContext({ ...io, signal: new AbortController().signal }, flags);
}

const ignore = (): void => undefined;

it.each([
	["https://a.test/v1", "http://a.test/v1"],
	["https://a.test/v1", "https://b.test/v1"],
	["https://a.test/v1", "//b.test/v1"],
])("an endpoint may not redirect from %s to %s", async (endpoint, location) => {
	const asked: string[] = [];
	const sandbox: Fetch = async (url) => {
		asked.push(String(url));
		return new Response(null, { status: 307, headers: { location } });
	};
	const fetch = createFetch(fakeContext(), { timeout: 0, retries: 0, endpoint, sandbox }, ignore);
	await expect(fetch(endpoint, { method: "POST" })).rejects.toThrow("redirects to another host");
	expect(asked).toEqual([endpoint]);
});

it.each([["http://["], [""], [undefined]])("a redirect that leads nowhere is the answer: %j", async (location) => {
	const asked: string[] = [];
	const sandbox: Fetch = async (url) => {
		asked.push(String(url));
		return new Response("moved", { status: 302, headers: location === undefined ? {} : { location } });
	};
	const endpoint = "https://a.test/v1";
	const fetch = createFetch(fakeContext(), { timeout: 0, retries: 0, endpoint, sandbox }, ignore);
	const response = await fetch(endpoint, { method: "POST" });
	expect([response.status, await response.text(), asked.length]).toEqual([302, "moved", 1]);
});

it("an endpoint may redirect to itself ten times", async () => {
	let asked = 0;
	const sandbox: Fetch = async () =>
		new Response(null, { status: ++asked > 12 ? 200 : 307, headers: { location: `/${asked}` } });
	const endpoint = "https://a.test/v1";
	const fetch = createFetch(fakeContext(), { timeout: 0, retries: 0, endpoint, sandbox }, ignore);
	await expect(fetch(endpoint)).rejects.toThrow("redirects in a loop");
	expect(asked).toBe(11);
});

it("an endpoint may redirect to itself over https", async () => {
	const asked: string[] = [];
	const sandbox: Fetch = async (url) => {
		asked.push(String(url));
		return String(url).startsWith("https:")
			? new Response("there")
			: new Response(null, { status: 308, headers: { location: "https://a.test/v1" } });
	};
	const endpoint = "http://a.test/v1";
	const fetch = createFetch(fakeContext(), { timeout: 0, retries: 0, endpoint, sandbox }, ignore);
	expect(await (await fetch(endpoint, { method: "POST" })).text()).toBe("there");
	expect(asked).toEqual(["http://a.test/v1", "https://a.test/v1"]);
});

it("escapes control characters of a response under --debug", async () => {
	const sandbox: Fetch = async () => new Response("", { statusText: "\x9b31m", headers: { "x-name": "\x9b32m" } });
	let written = "";
	const context = fakeContext((text) => {
		written += text;
	}, true);
	await createFetch(context, { timeout: 0, retries: 0, sandbox }, ignore)("https://a.test/\x1b[2J");
	expect(written).toMatch(/^> GET https:\/\/a\.test\/␛\[2J\n< 200 <009B>31m \(\d+ ms\)\n(.*\n)*< x-name: <009B>32m\n$/);
});
