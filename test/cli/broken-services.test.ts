import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createHome } from "../helpers/session.ts";

/** Path → content type and body of a service that is not what it should be. */
const PAGES: Readonly<Record<string, readonly [type: string, body: string, status?: number]>> = {
	"/no-post": ["text/html", "<!doctype html><title>Error response</title>Unsupported method ('POST')", 501],
	"/gone": ["text/html", "<title>404 Not Found</title>", 404],
	"/gateway": ["text/html", "<title>502 Bad Gateway</title>", 502],
	"/nginx": ["text/html; charset=utf-8", "<!doctype html><title>Welcome to\n nginx!</title><h1>It works</h1>"],
	"/corp": ["text/html", "<html><title>Corp</title><form><input type=password></form></html>"],
	"/portal": ["TEXT/HTML", "<html><head><title>Log in | Hotel Wi-Fi</title></head></html>"],
	"/claude": ["application/json", '{"type":"message","content":[{"type":"text","text":"plum"}]}'],
	"/google": ["application/json", '{"candidates":[{"content":{"parts":[{"text":"plum"}]}}]}'],
	"/answers": ["application/json", '{"object":"response","output":[]}'],
	"/native": ["application/json", '{"model":"m","message":{"content":"plum"},"done":true}'],
	"/health": ["application/json", '{"status":"ok","version":"1"}'],
	"/list": ["application/json", "[1,2]"],
	"/none": ["application/json", "{}"],
};

let url: string;
const server = createServer(({ url: path = "" }, response) => {
	const page = Object.entries(PAGES).find(([prefix]) => path.startsWith(prefix))?.[1] ?? ["text/plain", ""];
	const [type, body, status = 200] = page;
	response.writeHead(status, { "content-type": type, "x-request-id": "id-of-it" }).end(body);
});
beforeAll(async () => {
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

function run(line: string, env: Record<string, string> = {}) {
	const home = createHome();
	onTestFinished(() => home.remove());
	return home.run(line, { env });
}

describe("a service that is something else is named, with its URL and what to try", () => {
	it.each([
		["/nginx", 'HTML page ("Welcome to nginx!") instead of JSON. Check the URL'],
		["/corp", 'a sign-in page ("Corp"): a proxy or a gateway'],
		["/portal", 'a sign-in page ("Log in | Hotel Wi-Fi"): a proxy or a gateway'],
	])("a page at %s, streamed or not", async (path, text) => {
		for (const flag of ["--stream", "--no-stream"]) {
			const { code, stderr } = await run(`hub infer -t chat --endpoint ${url}${path}/v1 -m m ${flag} Hi`);
			expect(stderr).toContain(`${url}${path}/v1/chat/completions returned`);
			expect(stderr).toContain(text);
			expect(code).toBe(5);
		}
	});

	it.each([
		["/no-post", 'HTML page ("Error response") instead of JSON. Check the URL', "HTTP 501", 4],
		["/gone", 'HTML page ("404 Not Found") instead of JSON. Check the URL', "HTTP 404", 4],
		["/gateway", 'HTML page ("502 Bad Gateway") instead of JSON.', "HTTP 502", 4],
	])("the page of an error at %s, streamed or not", async (path, text, status, expected) => {
		for (const flag of ["--stream", "--no-stream"]) {
			const line = `hub infer -t chat --endpoint ${url}${path}/v1 -m m ${flag} --retries 0 Hi`;
			const { code, stderr } = await run(line);
			expect(stderr).toContain(`${url}${path}/v1/chat/completions returned`);
			expect(stderr).toContain(text);
			expect(stderr).toContain(status);
			expect(code).toBe(expected);
		}
	});

	it("a page in place of the records of models", async () => {
		const { code, stderr } = await run("hub models plums", { HF_ENDPOINT: `${url}/corp`, HUB_URL: `${url}/corp` });
		expect(stderr).toContain("returned a sign-in page");
		expect(code).toBe(5);
	});

	it.each([
		["/claude", "The response is in the form of Anthropic's API."],
		["/google", "The response is in the form of Google's API."],
		["/answers", "The response is in the form of OpenAI's Responses."],
		["/native", "The response is in Ollama's own form; its OpenAI-compatible URL ends in /v1."],
		["/health", "The response is JSON with status, version."],
		["/list", "The response is a list with 2 elements."],
		["/none", "The response is an empty object."],
	])("JSON of another API at %s", async (path, text) => {
		const line = `hub infer -t chat --endpoint ${url}${path}/v1 -m m Hi`;
		expect(await run(`${line} --no-stream`)).toMatchObject({ code: 5, stderr: expect.stringContaining(text) });
		const { code, stderr } = await run(line);
		expect(stderr).toContain(`The request went to ${url}${path}/v1/chat/completions.`);
		expect(stderr).toContain("hub infer --no-stream");
		expect(code).toBe(4);
	});
});
