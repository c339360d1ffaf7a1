import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { memoryStore, ReplayMissError, record, replay } from "../../src/exchange/index.ts";
import { folderStore } from "../../src/node.ts";

type Piece = string | Uint8Array<ArrayBuffer> | Error;
const URL_CHAT = "https://api.test/v1/chat/completions";
const folders: string[] = [];

afterEach(async () => {
	for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

async function makeFolder(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), "exchange-"));
	folders.push(folder);
	return folder;
}

/** A network that answers each request with the next body. */
function network(...bodies: (readonly Piece[])[]): typeof fetch {
	return async () => {
		const pieces = [...(bodies.shift() ?? [])];
		const body = new ReadableStream({
			pull: (sink) => {
				const piece = pieces.shift();
				if (piece === undefined) sink.close();
				else if (piece instanceof Error) sink.error(piece);
				else sink.enqueue(typeof piece === "string" ? new TextEncoder().encode(piece) : piece);
			},
		});
		return new Response(body, { headers: { "content-type": "text/event-stream", "set-cookie": "a=b" } });
	};
}

const offline: typeof fetch = async () => {
	throw new Error("the network was used");
};

function ask(fetch: typeof globalThis.fetch, body: unknown = { model: "m" }, url = URL_CHAT): Promise<Response> {
	const headers = { "content-type": "application/json" };
	return fetch(url, { method: "POST", body: JSON.stringify(body), headers });
}

async function readChunks(response: Response): Promise<string[]> {
	const chunks: string[] = [];
	for await (const chunk of response.body ?? []) chunks.push(Buffer.from(chunk as Uint8Array).toString("latin1"));
	return chunks;
}

describe("a recording", () => {
	it("is a readable JSON file, with the split points of the stream", async () => {
		const folder = await makeFolder();
		const pieces = [": comment\n", "data: a\ndata: ", "b\n\n", Uint8Array.of(0xc3), Uint8Array.of(0xa4, 10)];
		await (await ask(record(folderStore(folder), { fetch: network(pieces) }))).text();
		const [name = ""] = await readdir(folder);
		expect(name).toMatch(/^api\.test\.conversational\.[0-9a-f]{10}\.json$/);
		const text = await readFile(join(folder, name), "utf8");
		const recording = JSON.parse(text) as Record<string, unknown>;
		expect(recording).toMatchObject({
			task: "conversational",
			model: "m",
			provider: null,
			routed: false,
			host: "api.test",
			request: { method: "POST", url: URL_CHAT, headers: { "content-type": "application/json" }, body: { model: "m" } },
			response: {
				status: 200,
				headers: { "content-type": "text/event-stream" },
				chunks: [
					[expect.any(Number), ": comment\n"],
					[expect.any(Number), "data: a\ndata: "],
					[expect.any(Number), "b\n\n"],
					[expect.any(Number), { base64: "ww==" }],
					[expect.any(Number), { base64: "pAo=" }],
				],
			},
		});
		expect(recording).not.toHaveProperty("error");
		for (const absent of ["attempts", "usage", "cost_usd"]) expect(recording).not.toHaveProperty(absent);
		// One line for a chunk.
		expect(text).toMatch(/^ {6}\[\d+, ": comment\\n"\],$/m);
		const replayed = await ask(replay(folderStore(folder), { fetch: offline }));
		expect(await readChunks(replayed)).toEqual([": comment\n", "data: a\ndata: ", "b\n\n", "\xc3", "\xa4\n"]);
	});

	it("passes each chunk on as it arrives", async () => {
		let release = (): void => undefined;
		const gate = new Promise<void>((resolve) => {
			release = resolve;
		});
		const steps = ["first", "second"];
		const body = new ReadableStream<Uint8Array>({
			pull: async (sink) => {
				const step = steps.shift();
				if (step === "second") await gate;
				if (step === undefined) sink.close();
				else sink.enqueue(new TextEncoder().encode(step));
			},
		});
		const store = memoryStore();
		const response = await ask(record(store, { fetch: async () => new Response(body) }));
		const reader = response.body?.getReader();
		expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe("first");
		expect(await store.list()).toEqual([]);
		release();
		await reader?.read();
		expect((await reader?.read())?.done).toBe(true);
		expect(await store.list()).toHaveLength(1);
	});

	it("keeps large bytes in a separate file, with the type's extension", async () => {
		const folder = await makeFolder();
		const large = new Uint8Array(70_000).map((_, index) => index % 251);
		const fetch: typeof globalThis.fetch = async () =>
			new Response(new Blob([large]), { headers: { "content-type": "image/png" } });
		const form = new FormData();
		form.append("image", new Blob([large], { type: "audio/wav" }), "a.wav");
		const send = (by: typeof globalThis.fetch): Promise<Response> =>
			by("https://api.test/edit", { method: "POST", body: form });
		await (await send(record(folderStore(folder), { fetch }))).arrayBuffer();
		const names = await readdir(folder);
		expect(names.map((name) => name.split(".").at(-1)).sort()).toEqual(["json", "png", "wav"]);
		for (const name of names) expect((await readFile(join(folder, name))).length).toBeLessThanOrEqual(70_000);
		const replayed = await send(replay(folderStore(folder), { fetch: offline }));
		expect(Buffer.from(await replayed.arrayBuffer()).equals(large)).toBe(true);
	});

	it("keeps a failed connection", async () => {
		const store = memoryStore();
		const failure = Object.assign(new TypeError("fetch failed"), { cause: { code: "ECONNREFUSED" } });
		await expect(ask(record(store, { fetch: () => Promise.reject(failure) }))).rejects.toBe(failure);
		await expect(ask(replay(store))).rejects.toMatchObject({
			message: "fetch failed",
			cause: { code: "ECONNREFUSED" },
		});
	});
});

describe("a cut stream", () => {
	it("is replayed cut if the network cut it", async () => {
		const store = memoryStore();
		const broken = Object.assign(new TypeError("terminated"), { cause: { code: "UND_ERR_SOCKET" } });
		await expect(readChunks(await ask(record(store, { fetch: network(["one", "two", broken]) })))).rejects.toBe(broken);
		const reader = (await ask(replay(store))).body?.getReader();
		expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe("one");
		expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe("two");
		await expect(reader?.read()).rejects.toMatchObject({ message: "terminated", cause: { code: "UND_ERR_SOCKET" } });
	});

	it("ends the call upstream and is replayed cut if its caller cut it", async () => {
		const store = memoryStore();
		let isClosed = false;
		const body = new ReadableStream<Uint8Array>({
			pull: (sink) => sink.enqueue(new TextEncoder().encode("more")),
			cancel: () => {
				isClosed = true;
			},
		});
		const reader = (await ask(record(store, { fetch: async () => new Response(body) }))).body?.getReader();
		await reader?.read();
		await reader?.cancel();
		expect(isClosed).toBe(true);
		await expect(readChunks(await ask(replay(store)))).rejects.toThrow("terminated");
	});

	it("is complete if the reader stopped at the end marker", async () => {
		const store = memoryStore();
		const reader = (
			await ask(record(store, { fetch: network(["data: {}\n\n", "data: [DONE]\n\n", "\n"]) }))
		).body?.getReader();
		await reader?.read();
		await reader?.read();
		await reader?.cancel();
		expect(await readChunks(await ask(replay(store)))).toEqual(["data: {}\n\n", "data: [DONE]\n\n", "\n"]);
	});
});

describe("identical requests", () => {
	const record3 = async (store: ReturnType<typeof memoryStore>, append: boolean, ...texts: string[]): Promise<void> => {
		const fetch = record(store, { append, fetch: network(...texts.map((text) => [text])) });
		for (const _text of texts) await (await ask(fetch)).text();
	};
	const play = async (store: ReturnType<typeof memoryStore>, times: number): Promise<string[]> => {
		const fetch = replay(store);
		const texts: string[] = [];
		for (let count = 0; count < times; count++) texts.push(await (await ask(fetch)).text());
		return texts;
	};

	it("are replayed in order, and then the last one repeats", async () => {
		const store = memoryStore();
		await record3(store, false, ...Array.from({ length: 11 }, (_, index) => `${index + 1}`));
		expect(await play(store, 13)).toEqual(["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "11", "11"]);
	});

	it("replace those of an earlier run, or continue its numbers", async () => {
		const store = memoryStore();
		await record3(store, false, "a", "b", "c");
		await record3(store, false, "d", "e");
		expect(await play(store, 3)).toEqual(["d", "e", "e"]);
		await record3(store, true, "f");
		expect(await play(store, 4)).toEqual(["d", "e", "f", "f"]);
	});
});

describe("a repeated request that was not recorded", () => {
	const post = (fetch: typeof globalThis.fetch, body = "{}"): Promise<Response> =>
		fetch("https://api.test/run", { method: "POST", body, headers: { "content-type": "application/json" } });
	const counted = (...answers: (() => Response)[]): { fetch: typeof globalThis.fetch; count: () => number } => {
		let count = 0;
		return {
			fetch: async () => (answers[Math.min(count++, answers.length - 1)] ?? Response.error)(),
			count: () => count,
		};
	};

	it("is asked once", async () => {
		const live = counted(
			() => new Response("one"),
			() => new Response("two"),
		);
		const store = memoryStore();
		const fetch = replay(store, { onMiss: "record", fetch: live.fetch });
		for (let turn = 0; turn < 3; turn++) expect(await (await post(fetch)).text()).toBe("one");
		expect(live.count()).toBe(1);
		expect(await (await post(fetch, '{"other":1}')).text()).toBe("two");
		expect((await store.list()).filter((name) => name.endsWith(".json"))).toHaveLength(2);
	});

	it("is asked again after a failure, and each time while it polls a job", async () => {
		const failing = counted(
			() => new Response("busy", { status: 503 }),
			() => new Response("done"),
		);
		const fetch = replay(memoryStore(), { onMiss: "record", fetch: failing.fetch });
		expect((await post(fetch)).status).toBe(503);
		await expect(post(fetch).then((response) => response.text())).resolves.toBe("done");
		await post(fetch);
		expect(failing.count()).toBe(2);
		const job = counted(
			() => new Response("pending"),
			() => new Response("done"),
		);
		const store = memoryStore();
		for (const poll of [replay(store, { onMiss: "record", fetch: job.fetch }), replay(store)]) {
			for (const state of ["pending", "done"]) expect(await (await poll("https://api.test/jobs/1")).text()).toBe(state);
		}
	});

	it("is asked once about a model", async () => {
		const hub = counted(() => Response.json({ id: "a/b" }));
		const fetch = replay(memoryStore(), { onMiss: "record", fetch: hub.fetch });
		for (let turn = 0; turn < 2; turn++) await (await fetch("https://huggingface.co/api/models/a/b")).text();
		expect(hub.count()).toBe(1);
	});
});

describe("requests match", () => {
	const recorded = async (body: BodyInit, headers?: HeadersInit): Promise<ReturnType<typeof memoryStore>> => {
		const store = memoryStore();
		const init = { method: "POST", body, ...(headers ? { headers } : {}) };
		await (await record(store, { fetch: network(["ok"]) })("https://api.test/run?b=2&a=1", init)).text();
		return store;
	};
	const matches = (store: ReturnType<typeof memoryStore>, body: BodyInit, headers?: HeadersInit, ignore?: string[]) =>
		replay(store, { ignore })("https://api.test/run?a=1&b=2", {
			method: "POST",
			body,
			...(headers ? { headers } : {}),
		});
	const type = { "content-type": "application/json" };
	const form = (file: string, seed = "1"): FormData => {
		const data = new FormData();
		data.append("file", new Blob([file], { type: "text/plain" }), "f.txt");
		data.append("seed", seed);
		return data;
	};

	it("whatever the order of keys and query parameters", async () => {
		const store = await recorded('{"a":1,"b":{"c":[1,2],"d":null}}', type);
		await expect(matches(store, '{ "b": {"d": null, "c": [1, 2]}, "a": 1 }', type)).resolves.toBeInstanceOf(Response);
		await expect(matches(store, '{"a":1,"b":{"c":[2,1],"d":null}}', type)).rejects.toThrow("body.b.c.0");
	});

	it("whatever the boundary or the encoder of a form", async () => {
		const store = await recorded(form("x"));
		await expect(matches(store, form("x"))).resolves.toBeInstanceOf(Response);
		const encoded = new Response(form("x"));
		const sent = await encoded.arrayBuffer();
		await expect(matches(store, sent, encoded.headers)).resolves.toBeInstanceOf(Response);
		await expect(matches(store, form("y"))).rejects.toThrow("body.file.bytes");
	});

	it.each([
		["seed", '{"model":"m","seed":2}'],
		["body.seed", '{"model":"m","seed":3}'],
	])("except in ignored fields (%s)", async (ignored, body) => {
		const store = await recorded('{"model":"m","seed":1}', type);
		await expect(matches(store, body, type, [ignored])).resolves.toBeInstanceOf(Response);
		await expect(matches(store, body, type)).rejects.toThrow("body.seed");
	});

	it("except in ignored list items and form parts", async () => {
		const list = await recorded('{"messages":[{"content":"a"},{"content":"b"}]}', type);
		const body = '{"messages":[{"content":"a"},{"content":"c"}]}';
		await expect(matches(list, body, type, ["messages.1.content"])).resolves.toBeInstanceOf(Response);
		await expect(matches(list, body, type, ["messages.0.content"])).rejects.toThrow("body.messages.1.content");
		const parts = await recorded(form("x", "1"));
		await expect(matches(parts, form("x", "2"), undefined, ["seed"])).resolves.toBeInstanceOf(Response);
		await expect(matches(parts, form("y", "1"), undefined, ["file"])).resolves.toBeInstanceOf(Response);
	});
});

it.each([
	["text", "no JSON"],
	["JSON of another kind", '{"models": []}'],
	["no request", '{"request": null, "response": null}'],
	["no URL", '{"request": {"method": "GET", "url": "x", "headers": {}}, "response": null}'],
	["no chunks", '{"request": {"method": "GET", "url": "https://a.b/", "headers": {}}, "response": {"status": 200}}'],
])("a file that is not a recording is named: %s", async (_, text) => {
	const store = memoryStore();
	await store.write("x.json", new TextEncoder().encode(text));
	const error = { name: "InputError", message: "x.json is not a recording.", code: "invalid-file" };
	await expect(ask(replay(store))).rejects.toMatchObject(error);
});

describe("a miss", () => {
	it("names the nearest recording, the first field that differs, and both values", async () => {
		const store = memoryStore();
		const fetch = record(store, { fetch: network(["1"], ["2"], ["3"]) });
		const chat = (content: string, model = "m"): object => ({ model, messages: [{ role: "user", content }] });
		await (await ask(fetch, chat("What is the capital of France?"))).text();
		await (await ask(fetch, chat("Write a poem."))).text();
		await (await ask(fetch, {}, "https://other.test/x")).text();
		const miss = await ask(replay(store), chat("What is the capital of Spain?")).catch((error: unknown) => error);
		expect(miss).toBeInstanceOf(ReplayMissError);
		const { message, nearest } = miss as ReplayMissError;
		expect(nearest).toMatchObject({
			field: "body.messages.0.content",
			recorded: "What is the capital of France?",
			requested: "What is the capital of Spain?",
		});
		expect(await store.list()).toContain(nearest?.recording);
		for (const part of [nearest?.recording, "body.messages.0.content", "of France?", "of Spain?"]) {
			expect(message).toContain(part);
		}
	});

	it("takes a recording of the same method for nearer than one of the same path", async () => {
		const store = memoryStore();
		const fetch = record(store, { fetch: network(["1"], ["2"]) });
		await (await fetch("https://api.test/a", { method: "POST" })).text();
		await (await fetch("https://api.test/b")).text();
		const miss = replay(store)("https://api.test/a");
		await expect(miss).rejects.toMatchObject({ nearest: { field: "path", recorded: "/b", requested: "/a" } });
	});

	it("reports what is missing on either side, and an empty folder", async () => {
		const store = memoryStore();
		await (await ask(record(store, { fetch: network(["1"]) }), { a: 1 })).text();
		await expect(ask(replay(store), { a: 1, b: 2 })).rejects.toThrow("body.b: recorded nothing, requested 2");
		await expect(ask(replay(memoryStore()), {})).rejects.toThrow("it contains no recordings");
	});
});

it("replays at the requested pace", async () => {
	const store = memoryStore();
	let clock = 0;
	const now = (): number => clock;
	const pieces = ["a", "b", "c"];
	const body = new ReadableStream<Uint8Array>(
		{
			pull: (sink) => {
				clock += 40;
				const piece = pieces.shift();
				if (piece) sink.enqueue(new TextEncoder().encode(piece));
				else sink.close();
			},
		},
		{ highWaterMark: 0 },
	);
	await (await ask(record(store, { fetch: async () => new Response(body), now }))).text();
	const time = async (pace: "none" | "original" | number): Promise<number> => {
		const started = performance.now();
		await (await ask(replay(store, { pace }))).text();
		return performance.now() - started;
	};
	expect(await time("original")).toBeGreaterThanOrEqual(115);
	expect(await time(2)).toBeGreaterThanOrEqual(55);
	expect(await time("none")).toBeLessThan(await time("original"));
});

it("stays within its folder", async () => {
	const store = folderStore(await makeFolder());
	for (const name of ["../x.json", "a/b.json", ".hidden", "..", "a\\b"]) {
		await expect(store.read(name)).rejects.toThrow("not the name of a recording");
		await expect(store.write(name, new Uint8Array())).rejects.toThrow("not the name of a recording");
	}
});

describe("a replay", () => {
	it("sees recordings that were added to its store since", async () => {
		const store = memoryStore();
		const player = replay(store);
		await expect(ask(player)).rejects.toThrow(ReplayMissError);
		await readChunks(await ask(record(store, { fetch: network(["later"]) })));
		await new Promise((done) => setTimeout(done, 20));
		expect(await readChunks(await ask(player))).toEqual(["later"]);
		await expect(ask(player, { model: "other" })).rejects.toThrow(ReplayMissError);
	});
});
