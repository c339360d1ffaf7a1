import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createReplayer, type Recording } from "../../src/exchange/index.ts";
import { redirectUrls } from "../../src/exchange/served-places.ts";
import { folderStore } from "../../src/node.ts";
import { type RunningSandbox, startSandbox } from "../../src/sandbox-server.ts";
import { createHome, type Home } from "../helpers/session.ts";

let home: Home;
let server: RunningSandbox | undefined;
beforeEach(() => {
	home = createHome();
});
afterEach(async () => {
	await server?.close();
	server = undefined;
	home.remove();
});

const store = () => folderStore(join(home.folder, "fixtures"));
/** The server of `hub sandbox --replay fixtures --pace none`. */
async function serve(): Promise<string> {
	server = await startSandbox({ answer: createReplayer(store(), { anyHost: true }).fetch });
	return server.url;
}
const read = (name: string): Buffer => readFileSync(join(home.folder, name));

describe("hub sandbox --replay", () => {
	const job = 'hub infer -t text-to-video -p fal-ai "a boat"';

	it("answers an ordinary client, polls and download included", async () => {
		expect(await home.run(`${job} --sandbox -o a.mp4 --record fixtures`)).toMatchObject({ code: 0 });
		const url = await serve();
		const env = { HF_ENDPOINT: url, HUB_ROUTER_URL: url, HF_TOKEN: "hf_other" };
		const { code, stderr } = await home.run(`${job} -o b.mp4`, { env });
		expect(`${code} ${stderr}`).toMatch(/^0 /);
		expect(read("b.mp4").equals(read("a.mp4"))).toBe(true);
	});

	it("points a provider's own client to itself, not to the real host", async () => {
		const env = { FAL_AI_API_KEY: "key-of-fal-0123456789" };
		await home.run(`${job} --sandbox --direct -o a.mp4 --record fixtures`, { env });
		const names = (await store().list()).filter((name) => /^queue\.fal\.run.*\.json$/.test(name));
		const recordings = await Promise.all(
			names.map(async (name) => JSON.parse(new TextDecoder().decode(await store().read(name))) as Recording),
		);
		const submitted = recordings.find(({ request }) => request.method === "POST");
		if (!submitted) throw new Error("Nothing was submitted.");
		const url = await serve();
		const answer = async (address: string, init?: RequestInit): Promise<Record<string, unknown>> => {
			expect(address.startsWith(`${url}/`)).toBe(true);
			return (await (await fetch(address, init)).json()) as Record<string, unknown>;
		};
		const { pathname, search } = new URL(submitted.request.url);
		const { status_url, response_url } = await answer(`${url}/fal-ai${pathname}${search}`, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify(submitted.request.body),
		});
		expect(await answer(String(status_url))).toHaveProperty("status");
		const { video } = (await answer(String(response_url))) as { video: { url: string } };
		expect(video.url.startsWith(`${url}/`)).toBe(true);
		const bytes = Buffer.from(await (await fetch(video.url)).arrayBuffer());
		expect(bytes.equals(read("a.mp4"))).toBe(true);
	});
});

it("answers a routed chat at the router's path and at the provider's", async () => {
	await home.run("hub infer -t chat --sandbox --no-stream hi --record fixtures");
	const [name = ""] = (await store().list()).filter((file) => file.includes("conversational"));
	const { request, provider } = JSON.parse(new TextDecoder().decode(await store().read(name))) as Recording;
	const { pathname } = new URL(request.url);
	expect(pathname).toBe("/v1/chat/completions");
	const url = await serve();
	for (const path of [pathname, `/${provider}${pathname}`]) {
		const response = await fetch(`${url}${path}`, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify(request.body),
		});
		expect(await response.json()).toHaveProperty("choices");
	}
});

describe("URLs in a served recording", () => {
	const origin = "http://127.0.0.1:8787";
	it.each([
		['{"u":"https://a.test/x/1?q=2"}', '{"u":"http://127.0.0.1:8787/@a.test/x/1?q=2"}'],
		['{"u":"https:\\/\\/a.test\\/x\\/1"}', '{"u":"http://127.0.0.1:8787/@a.test/x/1"}'],
		['{"u":"https://b.test/@files/x/1"}', '{"u":"http://127.0.0.1:8787/@files/x/1"}'],
		['{"u":"https://a.test/x/2"}', '{"u":"https://a.test/x/2"}'],
		['{"text":"see https://a.test"}', '{"text":"see https://a.test"}'],
	])("%s", async (body, expected) => {
		const response = Response.json(JSON.parse(body.replaceAll("\\/", "/")), { headers: { "content-length": "1" } });
		const raw = new Response(body, { headers: response.headers });
		const redirected = await redirectUrls(raw, origin, (path) => path === "/x/1");
		expect(await redirected.text()).toBe(expected);
		expect(redirected.headers.get("content-length")).toBeNull();
	});

	it("leaves other types unchanged, and points redirects to the server", async () => {
		const headers = { "content-type": "text/plain", location: "https://a.test/x/1" };
		const redirected = await redirectUrls(new Response("https://a.test/x/1", { headers }), origin, () => true);
		expect(redirected.headers.get("location")).toBe(`${origin}/@a.test/x/1`);
		expect(await redirected.text()).toBe("https://a.test/x/1");
	});
});
