import { describe, expect, it } from "vitest";
import { toCanonical } from "../../src/exchange/canonical.ts";
import { cleanRequest, loadRequest, storeBytes, storeRequest } from "../../src/exchange/clean-request.ts";
import { memoryStore, record, replay } from "../../src/exchange/index.ts";
import { readRequest } from "../../src/exchange/read-request.ts";
import { Secrets } from "../../src/exchange/secrets.ts";

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const LARGE = 64 * 1024;

async function clean(url: string, init?: RequestInit) {
	return cleanRequest(await readRequest(url, init), new Secrets([]));
}

/** Files next to a recording, and what is put into them. */
function files() {
	const store = new Map<string, Uint8Array<ArrayBuffer>>();
	return {
		put: (bytes: Uint8Array<ArrayBuffer>, type: string | undefined) => {
			store.set(`${type}-${store.size}`, bytes);
			return { file: `${type}-${store.size - 1}` };
		},
		read: async (name: string) => store.get(name) ?? new Uint8Array(),
	};
}

describe("a request without secrets", () => {
	it.each([
		["https://user:word@api.test/a?b=c#part", "https://api.test/a?b=c"],
		["https://user@api.test/", "https://api.test/"],
		["https://api.test/#part", "https://api.test/"],
	])("%s is recorded as %s", async (url, recorded) => {
		expect((await clean(url)).url).toBe(recorded);
	});

	it.each<[body: BodyInit | null, type: string | undefined, stored: unknown]>([
		[null, undefined, null],
		[null, "application/json", null],
		["a text", "text/plain", "a text"],
		["a text", "application/json", "a text"],
		['"a text"', "application/json", "a text"],
		["3", "application/json", 3],
		["3", "text/plain", "3"],
		[' {"a": [1]}', "text/plain", { a: [1] }],
		['{"a": ', "application/json", '{"a": '],
		['{"form": 1}', "application/json", { json: { form: 1 } }],
		['{"base64": "QQ=="}', "application/json", { json: { base64: "QQ==" } }],
		['{"file": "x"}', "application/json", { json: { file: "x" } }],
		['{"json": 1}', "application/json", { json: { json: 1 } }],
		['{"file": "x", "seed": 1}', "application/json", { file: "x", seed: 1 }],
		["{}", "application/json", {}],
		["[]", "application/json", []],
		["plain", "image/png", { base64: "cGxhaW4=" }],
		["plain", "application/octet-stream", { base64: "cGxhaW4=" }],
		["plain", "application/pdfx", "plain"],
	])("%j of type %s is stored as %j, and read again", async (body, type, stored) => {
		const headers: Record<string, string> = type === undefined ? {} : { "content-type": type };
		const request = await clean("https://api.test/", { method: "POST", headers, body: body && encode(String(body)) });
		const folder = files();
		const kept = storeRequest(request, folder);
		expect(kept.body).toEqual(stored);
		const loaded = await loadRequest(kept, folder);
		expect(await toCanonical(loaded)).toEqual(await toCanonical(request));
	});

	it("a form keeps names and types of its files, and the header no boundary", async () => {
		const form = new FormData();
		form.append("file", new Blob(["x"], { type: "audio/wav" }), "a.wav");
		form.append("file", new Blob(["y"]), "b");
		form.append("seed", "1");
		const encoded = new Response(form);
		const body = await encoded.arrayBuffer();
		const request = await clean("https://api.test/", { method: "POST", headers: encoded.headers, body });
		expect(request.headers["content-type"]).toBe("multipart/form-data");
		const first = { filename: "a.wav", type: "audio/wav", bytes: expect.stringMatching(/^1 bytes with SHA-256 2d71/) };
		const second = { filename: "b", bytes: expect.stringMatching(/^1 bytes with SHA-256 a1fc/) };
		const canonical = await toCanonical(request);
		expect(canonical.body).toMatchObject({ file: [first, second], seed: "1" });
		const folder = files();
		expect(await toCanonical(await loadRequest(storeRequest(request, folder), folder))).toEqual(canonical);
	});

	it("bytes are in the recording up to a size, and next to it beyond", () => {
		expect(storeBytes(new Uint8Array(LARGE), "image/png", files())).toHaveProperty("base64");
		expect(storeBytes(new Uint8Array(LARGE + 1), "image/png", files())).toEqual({ file: "image/png-0" });
	});

	it("a parameter of the query that is repeated is a list", async () => {
		const { query } = await toCanonical(await clean("https://api.test/?b=1&a=2&b=3"));
		expect(query).toEqual({ a: "2", b: ["1", "3"] });
	});
});

it("a large file that came in pieces is replayed in the same pieces", async () => {
	const pieces = [new Uint8Array(LARGE).fill(1), Uint8Array.of(2, 3), new Uint8Array(9).fill(4)];
	const rest = [...pieces];
	const body = new ReadableStream({
		pull: (sink) => {
			const piece = rest.shift();
			if (piece) sink.enqueue(piece);
			else sink.close();
		},
	});
	const store = memoryStore();
	const fetch = async (): Promise<Response> => new Response(body, { headers: { "content-type": "image/png" } });
	await (await record(store, { fetch })("https://api.test/x")).arrayBuffer();
	const replayed: Uint8Array[] = [];
	for await (const piece of (await replay(store)("https://api.test/x")).body ?? []) replayed.push(piece);
	expect(replayed.map((piece) => Buffer.from(piece).toString("base64"))).toEqual(
		pieces.map((piece) => Buffer.from(piece).toString("base64")),
	);
	const [name = ""] = (await store.list()).filter((file) => file.endsWith(".png"));
	expect((await store.read(name)).length).toBe(LARGE + 11);
});
