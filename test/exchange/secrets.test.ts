import { describe, expect, it } from "vitest";
import { memoryStore, record, replay, SecretFoundError } from "../../src/exchange/index.ts";

const KEY = 'hub+K/9~"ä-0123456789';
const TOKEN = "hf_AbCdEfGhIjKlMnOpQrStUvWxYz012345";
const URL_BASE = "https://api.together.xyz/v1/chat/completions";

/** The bytes of everything a call leaves in a store. */
async function writeCall(
	chunks: readonly (string | Uint8Array<ArrayBuffer>)[],
	options: { type?: string; url?: string; init?: RequestInit; responseHeaders?: Record<string, string> } = {},
): Promise<{ files: Map<string, Uint8Array<ArrayBuffer>>; problem: unknown }> {
	const files = new Map<string, Uint8Array<ArrayBuffer>>();
	const { type = "text/event-stream", url = URL_BASE, init = {}, responseHeaders } = options;
	let problem: unknown;
	const fetch = record(memoryStore(files), {
		secrets: [KEY],
		onProblem: (error) => {
			problem = error;
		},
		fetch: async () => {
			const bytes = chunks.map((chunk) => (typeof chunk === "string" ? Buffer.from(chunk) : chunk));
			const body = new ReadableStream({
				pull: (sink) => {
					const next = bytes.shift();
					if (next) sink.enqueue(new Uint8Array(next));
					else sink.close();
				},
			});
			return new Response(body, { headers: { "content-type": type, ...responseHeaders } });
		},
	});
	const headers = { authorization: `Bearer ${TOKEN}`, ...(init.headers as Record<string, string>) };
	const response = await fetch(url, { method: "POST", body: '{"model":"m"}', ...init, headers });
	await response.arrayBuffer();
	return { files, problem };
}

/** Whether bytes hold the secret plainly, escaped, or in base64 at any place of a quad. */
function isLeaked(bytes: Uint8Array, secret: string): boolean {
	const text = Buffer.from(bytes).toString();
	const forms = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)];
	if (forms.some((form) => text.includes(form))) return true;
	const runs = text.match(/[A-Za-z0-9+/_-]{12,}/g) ?? [];
	return runs.some((run) =>
		[0, 1, 2, 3].some((from) => Buffer.from(run.slice(from), "base64").toString().includes(secret)),
	);
}

const half = KEY.length >> 1;
const json = (value: unknown): string => JSON.stringify(value);
const event = (content: string): string => `data: ${json({ choices: [{ index: 0, delta: { content } }] })}\n\n`;
const base64 = (text: string): string => Buffer.from(text).toString("base64");

const KEPT: [name: string, ...Parameters<typeof writeCall>][] = [
	["the authorization header", [event("hi")]],
	["a custom header", [event("hi")], { init: { headers: { "x-custom": KEY } } }],
	[
		"an allowed request header",
		[event("hi")],
		{ init: { headers: { accept: `text/plain; k=${KEY.replace("ä", "")}${TOKEN}` } } },
	],
	["the query", [event("hi")], { url: `${URL_BASE}?key=${encodeURIComponent(KEY)}` }],
	["the path", [event("hi")], { url: `https://api.test/keys/${encodeURIComponent(KEY)}/run` }],
	["the request body", [event("hi")], { init: { body: json({ model: "m", note: `my key is ${KEY}` }) } }],
	["a key of the request body", [event("hi")], { init: { body: json({ model: "m", [KEY]: 1 }) } }],
	["base64 in the request body", [event("hi")], { init: { body: json({ model: "m", file: base64(`..${KEY}..`) }) } }],
	["a form field", [event("hi")], { init: { body: form("note", `a ${KEY}`) } }],
	["a file in a form", [event("hi")], { init: { body: form("file", new Blob([`\xff${KEY}`])) } }],
	["raw bytes", [event("hi")], { init: { body: new Blob([new Uint8Array([255, 0]), KEY]) } }],
	["one event", [event(`your key ${KEY} is fine`)]],
	["two chunks of one event", [event(KEY).slice(0, 60), event(KEY).slice(60)]],
	["single bytes", [...Buffer.from(event(`say ${KEY}`))].map((byte) => Uint8Array.of(byte))],
	["a JSON response", [json({ error: `Incorrect API key provided: ${TOKEN}` })], { type: "application/json" }],
	["base64 in a response, first place", [json({ b64: base64(`${KEY}...`) })], { type: "application/json" }],
	["base64 in a response, second place", [json({ b64: base64(`x${KEY}...`) })], { type: "application/json" }],
	["base64 in a response, third place", [json({ b64: base64(`xy${KEY}`) })], { type: "application/json" }],
	[
		"base64 across two chunks",
		[`{"b64":"${base64(`xy${KEY}`).slice(0, 9)}`, `${base64(`xy${KEY}`).slice(9)}"}`],
		{ type: "application/json" },
	],
	["URL-safe base64", [json({ b64: Buffer.from(`?>${KEY}`).toString("base64url") })], { type: "application/json" }],
	["a binary response", [Uint8Array.of(0xff, 0xd8), Uint8Array.from(Buffer.from(KEY))], { type: "image/jpeg" }],
	[
		"escapes of JSON",
		[`{"key":"${[...TOKEN].map((letter) => `\\u00${letter.charCodeAt(0).toString(16)}`).join("")}"}`],
		{ type: "application/json" },
	],
	["a response header", [event("hi")], { responseHeaders: { "x-request-id": `id-${TOKEN}` } }],
	[
		"a URL in a response",
		[json({ url: `https://u:${encodeURIComponent(KEY)}@cdn.test/x` })],
		{ type: "application/json" },
	],
];

function form(name: string, value: string | Blob): FormData {
	const data = new FormData();
	data.append(name, value);
	data.append("model", "m");
	return data;
}

describe("a secret is removed and the recording kept", () => {
	it.each(KEPT)("in %s", async (_, chunks, options = {}) => {
		const { files, problem } = await writeCall(chunks, options);
		expect(problem).toBeUndefined();
		expect(files.size).toBe(1);
		for (const [name, bytes] of files) {
			for (const secret of [KEY, TOKEN]) {
				expect(isLeaked(bytes, secret)).toBe(false);
				expect(name).not.toContain(secret);
			}
		}
	});
});

describe("nothing is written if a secret cannot be removed", () => {
	it.each<[string, string[], string?]>([
		["two deltas contain it", [event(`it is ${KEY.slice(0, half)}`), event(`${KEY.slice(half)} indeed`)]],
		["deltas spell it letter by letter", [...KEY].map(event)],
		[
			"deltas of two choices interleave it",
			[...KEY].flatMap((letter) => [event(letter), event("x").replace('"index":0', '"index":1')]),
		],
		["deltas spell its base64", [...base64(`key=${KEY}`)].map(event)],
	])("%s", async (_, chunks, type) => {
		const { files, problem } = await writeCall(chunks, type ? { type } : {});
		expect(problem).toBeInstanceOf(SecretFoundError);
		expect(files.size).toBe(0);
	});

	it("and without a handler the call fails", async () => {
		const store = memoryStore();
		const fetch = record(store, { secrets: [KEY], fetch: async () => new Response(event("x").repeat(2)) });
		const bad = record(store, {
			secrets: [KEY],
			fetch: async () =>
				new Response(event(KEY.slice(0, 5)) + event(KEY.slice(5)), {
					headers: { "content-type": "text/event-stream" },
				}),
		});
		await expect((await fetch("https://a.test/x")).text()).resolves.toContain("data:");
		await expect((await bad("https://a.test/y")).text()).rejects.toThrow(SecretFoundError);
		expect(await store.list()).toHaveLength(1);
	});
});

it.each([
	"hf_abcdefgh1234",
	"hf_abcdefghijklmnop",
	"sk-proj-abc123def456",
	"key-0123456789abcdef",
	"Bearer abcdef0123456789",
])("removes what looks like a key: %s", async (secret) => {
	const { files } = await writeCall([event(`use ${secret} here`)]);
	const text = Buffer.from([...files.values()][0] ?? []).toString();
	expect(text).not.toContain(secret.replace("Bearer ", ""));
	expect(text).toContain("[redacted] here");
});

it.each([
	TOKEN.toUpperCase(),
	TOKEN.toLowerCase(),
	"hf_AbCdEfGh IjKlMnOp QrStUvWx Yz012345",
	[...TOKEN.slice(3)].reduce((text, letter) => `${text} ${letter}`, "h f _"),
	"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc-DEF_123",
	"AKIAIOSFODNN7EXAMPLE",
	"gsk_abcdefghij0123456789ABCD",
	"ghp_0123456789abcdefghijABCDEFGHIJ012345",
	"AIzaSyA0123456789abcdefghijklmnopqrstuv",
])("removes a token that nobody named: %s", async (token) => {
	const event = `data: ${JSON.stringify({ choices: [{ delta: { content: `Here: ${token}, as you asked` } }] })}\n\n`;
	const { files, problem } = await writeCall([event], { init: { method: "POST", body: JSON.stringify({ q: token }) } });
	expect(problem).toBeUndefined();
	const written = [...files.values()].map((bytes) => Buffer.from(bytes).toString()).join("\n");
	expect(written).toContain("as you asked");
	// Of what is random in it, nothing is left.
	expect(written).not.toMatch(new RegExp(token.slice(8).slice(0, 12).replace(/[.]/g, "\\.")));
});

it.each([
	"tokens begin with hf_ and are 37 letters long",
	"set HF_HUB_DISABLE_PROGRESS_BARS",
	"a key-value store",
	"pip install hf_transfer",
	"a bearer of good news",
	"task-oriented sk-learn",
])("leaves ordinary words alone: %s", async (words) => {
	const { files } = await writeCall([event(words)]);
	expect(Buffer.from([...files.values()][0] ?? []).toString()).toContain(words);
});

it("masks base64 without breaking the text around it", async () => {
	const { files } = await writeCall([json({ b64: base64(`before ${KEY} after`) })], { type: "application/json" });
	const text = Buffer.from([...files.values()][0] ?? []).toString();
	const masked = /b64\\":\\"([^\\]+)/.exec(text)?.[1] ?? "";
	expect(Buffer.from(masked, "base64").toString()).toBe(`before ${"*".repeat(Buffer.byteLength(KEY))} after`);
});

it("replays a request that contained a secret to a caller with another secret", async () => {
	const files = new Map<string, Uint8Array<ArrayBuffer>>();
	const ask = (fetch: typeof globalThis.fetch, key: string): Promise<string> =>
		fetch(`https://a.test/run?n=1&key=${key}`, {
			method: "POST",
			headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
			body: json({ model: "m", auth: key }),
		}).then((response) => response.text());
	const first = await ask(record(memoryStore(files), { fetch: async () => new Response("fine") }), "first-secret");
	expect(await ask(replay(memoryStore(files)), "other-secret-value")).toBe(first);
});
