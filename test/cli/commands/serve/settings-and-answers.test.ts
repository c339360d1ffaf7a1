import { request } from "node:http";
import { Readable } from "node:stream";
import { afterEach, describe, expect, it } from "vitest";
import { createCallKeeper, warnOnce } from "../../../../src/cli/commands/serve/call-keeper.ts";
import { readForm } from "../../../../src/cli/commands/serve/forms.ts";
import { chooseKey, type ServeCommandOptions } from "../../../../src/cli/commands/serve/options.ts";
import { type RunningServer, startServer } from "../../../../src/cli/commands/serve/server.ts";
import { readConfig } from "../../../../src/cli/config/settings.ts";
import { type Context, createContext } from "../../../../src/cli/context.ts";
import { chooseLocal, createLocalServers } from "../../../../src/cli/local/servers.ts";
import { Secrets } from "../../../../src/exchange/secrets.ts";
import type { Reply } from "../../../../src/gateway/reply.ts";
import { type ScriptedServer, startServer as startScripted } from "../../../helpers/server.ts";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
	for (const server of open.splice(0)) await server.close();
});

function make(env: Record<string, string> = {}, input = "", now?: () => number): { context: Context; said: string[] } {
	const said: string[] = [];
	const write = (text: string | Uint8Array): boolean => {
		said.push(String(text));
		return true;
	};
	const stdout = { write: () => true };
	const io = {
		stdin: Readable.from([Buffer.from(input)]),
		stdinDescriptor: undefined,
		stdout,
		stderr: { write },
		cwd: "/",
	};
	const context = createContext({
		...io,
		env: { HOME: "/nowhere", ...env },
		signal: new AbortController().signal,
		...(now ? { now } : {}),
	});
	return { context, said };
}

describe("the key of hub serve", () => {
	const note = "--key is visible to other users of this machine; prefer HUB_SERVE_KEY or --key-stdin.\n";
	const file = { key: "of-the-file", keys: [], aliases: {}, endpoints: {} };
	it.each<
		[
			given: ServeCommandOptions,
			host: string,
			env: Record<string, string>,
			input: string,
			key: unknown,
			said?: string[],
		]
	>([
		[{}, "127.0.0.1", {}, "", expect.stringMatching(/^hub_[0-9a-f]{48}$/)],
		[{}, "0.0.0.0", { HUB_SERVE_KEY: " a-key " }, "", "a-key"],
		[{ key: "given" }, "0.0.0.0", { HUB_SERVE_KEY: "a-key" }, "", "given", [note]],
		[{ key: false }, "localhost", { HUB_SERVE_KEY: "a-key" }, "", undefined],
		[{ file, config: "f" }, "0.0.0.0", { HUB_SERVE_KEY: "a-key" }, "", "of-the-file"],
		[{ file, keyStdin: true }, "0.0.0.0", { HUB_SERVE_KEY: "a-key" }, "piped\n", "piped"],
		[{ keyStdin: true }, "0.0.0.0", {}, "piped\r\n", "piped"],
		[{ key: false }, "0.0.0.0", {}, "", "--no-key works on loopback only, not on 0.0.0.0."],
		[
			{ file: { ...file, key: "a b" }, config: "f" },
			"0.0.0.0",
			{},
			"",
			"key in f: a key is one line of printable characters without spaces.",
		],
		[
			{ keyStdin: true },
			"0.0.0.0",
			{},
			"two\nlines",
			"--key-stdin: a key is one line of printable characters without spaces.",
		],
		[{ key: "é" }, "0.0.0.0", {}, "", "--key: a key is one line of printable characters without spaces.", [note]],
		[{}, "0.0.0.0", { HUB_SERVE_KEY: " " }, "", "HUB_SERVE_KEY: the key is empty."],
	])("is chosen for %j on %s with %j", async (given, host, env, input, key, expected = []) => {
		const { context, said } = make(env, input);
		expect(await chooseKey(given, host, context).catch((error: Error) => error.message)).toEqual(key);
		expect(said).toEqual(expected);
	});
});

describe("the keeper of calls", () => {
	it("warns once", () => {
		const { context, said } = make();
		const warn = warnOnce("It failed", context);
		warn(new Error("first"));
		warn("second");
		warnOnce("Other", context)("text");
		expect(said).toEqual(["It failed: first\n", "Other: text\n"]);
	});

	it("is there where calls are logged or traced", () => {
		const keeper = (given: ServeCommandOptions, env: Record<string, string>): unknown => {
			const { context } = make(env);
			return createCallKeeper(given, new Secrets([]), false, context, readConfig(context));
		};
		expect([keeper({}, {}), keeper({ log: false }, {})]).toEqual([undefined, undefined]);
		expect([keeper({ log: true }, {}), keeper({}, { OTEL_EXPORTER_OTLP_ENDPOINT: "http://c.test" })]).toEqual([
			expect.any(Function),
			expect.any(Function),
		]);
	});
});

describe("answers of the server", () => {
	const faces = `${"a".repeat(2 ** 20 - 1)}🙂${"é".repeat(2 ** 20)}`;
	const left: string[] = [];
	const bodies: Record<string, Reply["body"]> = {
		"/ascii": "abc",
		"/utf8": "é漢🙂",
		"/large": faces,
		"/empty": "",
		"/blob": new Blob(["x".repeat(3_000_000)]),
		"/none": undefined,
	};
	const start = async (): Promise<RunningServer> => {
		const server = await startServer(
			{
				reply: async ({ url, method, headers }) => {
					const { pathname } = new URL(url);
					left.push(`${method} ${pathname} ${headers.has("x-a")} ${headers.get("x-a")}`);
					if (pathname === "/bug") throw new Error("bug");
					return { status: pathname === "/none" ? 204 : 200, headers: { "x-own": "1" }, body: bodies[pathname] };
				},
			},
			"127.0.0.1",
			0,
		);
		open.push(server);
		return server;
	};
	const send = (
		url: string,
		method: string,
	): Promise<[status: number | undefined, length: string | undefined, own: unknown, text: string]> =>
		new Promise((resolve, reject) => {
			const sent = request(url, { method, headers: { "x-a": "b" } }, (response) => {
				const parts: Buffer[] = [];
				response.on("data", (part: Buffer) => parts.push(part));
				response.on("end", () =>
					resolve([
						response.statusCode,
						response.headers["content-length"],
						response.headers["x-own"],
						Buffer.concat(parts).toString(),
					]),
				);
			});
			sent.on("error", reject).end();
		});

	it.each<[path: string, status: number, length: number | undefined, text: string]>([
		["/ascii", 200, 3, "abc"],
		["/utf8", 200, 9, "é漢🙂"],
		["/large", 200, Buffer.byteLength(faces), faces],
		["/empty", 200, 0, ""],
		["/blob", 200, 3_000_000, "x".repeat(3_000_000)],
		["/none", 204, undefined, ""],
	])("are whole, and have no body for HEAD: %s", async (path, status, length, text) => {
		const { url } = await start();
		const size = length === undefined ? undefined : String(length);
		const [found, ...facts] = (await send(url + path, "GET")).toReversed();
		expect(found === text).toBe(true);
		expect(facts).toEqual(["1", size, status]);
		expect(await send(url + path, "HEAD")).toEqual([status, size, "1", ""]);
		expect(left.splice(0)).toEqual([`GET ${path} true b`, `HEAD ${path} true b`]);
	});

	it("that a bug prevents end the connection, and nothing else", async () => {
		const server = await start();
		await expect(send(`${server.url}/bug`, "GET")).rejects.toThrow();
		expect((await send(`${server.url}/ascii`, "GET"))[3]).toBe("abc");
		await server.settle();
	});

	it.each([
		[{}, null],
		[{ "content-type": "multipart/form-data" }, null],
		[{ "content-type": "multipart/form-data; boundary=x" }, null],
		[{ "content-type": "multipart/form-data; boundary=x" }, "--x\r\n"],
	])("to forms without parts are refusals: %j %j", async (headers, text) => {
		const body = text === null ? null : new Response(text).body;
		const reading = readForm(
			{ method: "POST", url: "", headers: new Headers(headers as Record<string, string>), body },
			100,
		);
		await expect(reading).rejects.toMatchObject({ status: 400, message: "The form cannot be read." });
	});
});

describe("servers on this machine", () => {
	const serve = async (models: unknown): Promise<ScriptedServer> => {
		const server = await startScripted(({ path }) =>
			path === "/v1/models" ? { body: { data: models } } : { status: 404, body: {} },
		);
		open.push(server);
		return server;
	};
	const ids = (...names: string[]): object[] => names.map((id) => ({ id }));
	const many = ["a", "b", "c", "d", "e", "f"];
	it.each<
		[
			name: string,
			models: unknown,
			task: "conversational" | "feature-extraction",
			model: string | undefined,
			expected: string,
		]
	>([
		["ollama", ids("nomic-embed-text", "llama"), "conversational", undefined, "llama"],
		["ollama", ids("llama", "all-MiniLM"), "feature-extraction", undefined, "all-MiniLM"],
		["ollama", ids("llama"), "feature-extraction", undefined, "llama"],
		["ollama", ids("llama:latest"), "conversational", "llama", "llama"],
		["ollama", ids("llama"), "conversational", "unlisted", "unlisted"],
		["ollama", [], "conversational", undefined, "Ollama at URL lists no models. Get one: ollama pull MODEL"],
		[
			"ollama",
			[null, { id: 5 }, {}],
			"conversational",
			undefined,
			"Ollama at URL lists no models. Get one: ollama pull MODEL",
		],
		["ollama", "none", "conversational", undefined, "Ollama does not respond at URL. Start it: ollama serve"],
		["local", ids(...many), "conversational", "x", "No local server has the model x. They have a, b, c, d, e …."],
		[
			"local",
			ids(...many.slice(1)),
			"conversational",
			"x",
			"No local server has the model x. They have b, c, d, e, f.",
		],
		["local", [], "conversational", "x", "No local server has the model x."],
	])("of the name %s with %j, for %s and %s", async (name, models, task, model, expected) => {
		const { url } = await serve(models);
		const { context } = make({ OLLAMA_HOST: url });
		const found = await chooseLocal(name, task, model, context).then(
			(choice) => choice.model,
			(error: Error & { hint?: string }) => [error.message, error.hint].filter(Boolean).join(" "),
		);
		expect(found.replace(url, "URL")).toBe(expected);
	});

	it("are looked for again, and say where", async () => {
		const server = await serve(ids("llama"));
		let time = 0;
		const { context, said } = make({ OLLAMA_HOST: server.url, OLLAMA_API_KEY: "own" }, "", () => time);
		const local = createLocalServers(context, false);
		const looks = (): number => server.requests.filter(({ path }) => path === "/v1/models").length;
		await local.start("ollama");
		expect([said, await local.list("ollama"), looks()]).toEqual([[], [{ id: "llama:ollama" }], 1]);
		expect(await local.find("ollama", "llama", "conversational")).toMatchObject({
			provider: { id: "ollama" },
			accessToken: "own",
		});
		time = 9999;
		await local.list("ollama");
		expect(looks()).toBe(1);
		time = 10_000;
		await local.list("ollama");
		expect(looks()).toBe(2);
		await expect(local.find("ollama", "llama", "text-to-image")).rejects.toMatchObject({
			status: 400,
			details: { code: "task_unsupported" },
			message: expect.stringContaining("Ollama does not support text-to-image. Tasks of local servers: chat,"),
		});
		await expect(local.find("local", "x", "conversational")).rejects.toMatchObject({
			status: 404,
			details: { code: "model_not_found" },
			message: "No local server has the model x. They have llama.",
		});
		await server.close();
		time = 20_000;
		await local.start("ollama");
		expect(said).toEqual([
			`Ollama does not respond at ${server.url}. hub checks again at each call. Start it: ollama serve\n`,
		]);
		await expect(local.find("ollama", "llama", "conversational")).rejects.toMatchObject({
			status: 503,
			details: { code: "local_server_unavailable" },
		});
	});

	it("are none in the sandbox", async () => {
		const { context, said } = make();
		const local = createLocalServers(context, true);
		await local.start("ollama");
		expect([said, await local.list("local")]).toEqual([[], []]);
		await expect(local.find("ollama", "x", "conversational")).rejects.toMatchObject({
			status: 503,
			message: "The sandbox has no local servers.",
		});
	});

	it("are not waited for after Ctrl-C", async () => {
		const { url } = await serve(ids("llama"));
		const { context } = make({ OLLAMA_HOST: url });
		const stopped = { ...context, signal: AbortSignal.abort(new Error("Ctrl-C")) };
		await expect(createLocalServers(stopped, false).list("ollama")).rejects.toThrow("Ctrl-C");
	});
});
