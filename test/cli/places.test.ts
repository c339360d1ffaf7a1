import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import type { TargetOptions } from "../../src/cli/call-target/target.ts";
import {
	type ChatTarget,
	findChatTarget,
	findPlaceToResume,
	formatResume,
	isSandboxed,
	toTargetOptions,
} from "../../src/cli/commands/chat/chat-target.ts";
import { createCommand } from "../../src/cli/commands/chat/command.ts";
import { ChatController } from "../../src/cli/commands/chat/controller.ts";
import type { ChatOptions } from "../../src/cli/commands/chat/options.ts";
import { ChatSession } from "../../src/cli/commands/chat/session.ts";
import { findChat } from "../../src/cli/commands/chat/store.ts";
import { keepTurn } from "../../src/cli/commands/infer/last-chat.ts";
import { chatPath } from "../../src/cli/config/folders.ts";
import type { Config } from "../../src/cli/config/settings.ts";
import { type Context, createContext } from "../../src/cli/context.ts";
import { finishCommand } from "../../src/cli/options/define-command.ts";
import { readProviders } from "../../src/cli/options/provider.ts";
import { setText } from "../../src/cli/ui/editor.ts";
import { createHome, type Home } from "../helpers/session.ts";

const MODEL = "meta-llama/Llama-3.1-8B-Instruct";
/** What was said at the place, and must be heard nowhere else. */
const SECRET = "held-there";

/** A service that answers every chat, tells any provider for any model, and remembers what it heard. */
interface Service {
	url: string;
	heard: string[];
	server: Server;
}

async function serve(): Promise<Service> {
	const heard: string[] = [];
	const entry = (id: string) => ({ status: "live", providerId: id, task: "conversational" });
	const record = { id: MODEL, inferenceProviderMapping: { groq: entry("y-groq"), together: entry("y-together") } };
	const server = createServer(async (request, response) => {
		let body = "";
		for await (const chunk of request) body += String(chunk);
		heard.push(`${request.url} ${body}`);
		const isChat = request.method === "POST";
		response.setHeader("content-type", isChat ? "text/event-stream" : "application/json");
		const delta = JSON.stringify({ choices: [{ index: 0, delta: { content: "Mine." } }] });
		response.end(isChat ? `data: ${delta}\n\ndata: [DONE]\n\n` : JSON.stringify(record));
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard, server };
}

let own: Service;
let other: Service;
beforeAll(async () => {
	[own, other] = [await serve(), await serve()];
});
afterAll(() => {
	for (const { server } of [own, other]) server.close();
});

/** Where conversations are held; `url` is where going on leads, undefined for the sandbox. */
const PLACES: Record<string, (service?: Service) => { place: ChatTarget; url?: string; env?: Record<string, string> }> =
	{
		endpoint: ({ url } = own) => ({ place: { endpoint: `${url}/v1` }, url }),
		auto: () => ({ place: { provider: "auto" }, url: "https://router.huggingface.co/v1/" }),
		groq: () => ({ place: { provider: "groq" }, url: "https://router.huggingface.co/groq/" }),
		"groq itself": () => ({ place: { provider: "groq", direct: true }, url: "https://api.groq.com/" }),
		"a router": ({ url } = own) => ({
			place: { provider: "auto", router: url },
			url,
			env: { HUB_ROUTER_URL: url },
		}),
		sandbox: () => ({ place: { provider: "sandbox" } }),
		"groq in the sandbox": () => ({ place: { provider: "groq", sandbox: true } }),
	};

/** What leads elsewhere where nothing is kept: variables and settings. */
const LURES: Record<string, () => { env?: Record<string, string>; config?: Record<string, string> }> = {
	nothing: () => ({}),
	"HUB_PROVIDER=together": () => ({ env: { HUB_PROVIDER: "together" } }),
	"HUB_PROVIDER=sandbox": () => ({ env: { HUB_PROVIDER: "sandbox" } }),
	HUB_ROUTER_URL: () => ({ env: { HUB_ROUTER_URL: other.url } }),
	"config provider": () => ({ config: { provider: "together" } }),
	"config router": () => ({ config: { router: other.url } }),
	"config model.chat": () => ({ config: { "model.conversational": "x/z:together" } }),
};

const LINES = ['hub -c "more"', 'hub infer -c "more"', 'hub -c last "more"', "printf more | hub --continue"];

function openContext(folder: Home, env: Record<string, string>): Context {
	const { stdin, stdout, stderr } = process;
	const signal = new AbortController().signal;
	return createContext({ stdin, stdout, stderr, env: { ...folder.env, ...env }, cwd: folder.folder, signal });
}

interface Held {
	folder: Home;
	env: Record<string, string>;
	url: string | undefined;
	place: ChatTarget;
}

/** A home with a conversation that runs on a place, and something that leads elsewhere. */
function hold(placeName: string, lureName: string): Held {
	const folder = createHome();
	onTestFinished(() => folder.remove());
	const { place, url, env: placeEnv } = PLACES[placeName]?.() ?? { place: {} };
	const { env: lureEnv, config } = LURES[lureName]?.() ?? {};
	const messages = [{ role: "user", content: SECRET }];
	keepTurn(
		folder.env,
		undefined,
		{ settings: { model: MODEL, system: undefined }, place, messages, answer: "Mine." },
		Date.UTC(2026, 0, 1),
	);
	mkdirSync(join(folder.folder, ".config/hub"), { recursive: true });
	writeFileSync(join(folder.folder, ".config/hub/config.json"), JSON.stringify(config ?? {}));
	const keys = { HF_TOKEN: "hf_test", GROQ_API_KEY: "gsk-test", TOGETHER_API_KEY: "t-test", HF_ENDPOINT: own.url };
	return { folder, env: { ...keys, ...placeEnv, ...lureEnv }, url, place };
}

const pairs = Object.keys(PLACES).flatMap((place) => Object.keys(LURES).map((lure) => [place, lure] as const));

describe("a new conversation", () => {
	it.each<[options: TargetOptions, stored: string | undefined, provider: string]>([
		[{}, undefined, "auto"],
		[{ provider: "groq" }, undefined, "groq"],
		[{}, "x/z:together", "together"],
		[{ provider: "groq" }, "x/z:together", "groq"],
		[{ model: "x/y" }, "x/z:together", "auto"],
	])("with %j and the default model %s runs at %s", (options, stored, provider) => {
		const folder = createHome();
		onTestFinished(() => folder.remove());
		const config = stored === undefined ? {} : { "model.conversational": stored };
		expect(findChatTarget(options, openContext(folder, {}), config as Config)).toEqual({ provider });
	});
});

describe("a conversation continues with its own provider, or not at all", () => {
	it.each(pairs)(
		"held at %s, with %s",
		async (placeName, lureName) => {
			const { folder, env, url, place } = hold(placeName, lureName);
			const kept = chatPath(folder.env, findChat(folder.env).id);
			const before = readFileSync(kept, "utf8");
			for (const line of LINES) {
				other.heard.length = 0;
				own.heard.length = 0;
				// What cannot be reached from here is only shown.
				const isFar = url?.startsWith("https:");
				const { stdout, stderr, code } = await folder.run(isFar ? `${line} --dry-run --json` : line, { env });
				expect([0, 2], `${line}: ${stderr}`).toContain(code);
				expect(
					other.heard.filter((text) => text.includes(SECRET)),
					line,
				).toEqual([]);
				if (code === 2) {
					expect(stderr, line).toMatch(/The chat \S+ runs on/);
					expect(own.heard.filter((text) => text.includes(SECRET))).toEqual([]);
				} else if (isFar) {
					expect((JSON.parse(stdout) as { url: string }).url.startsWith(url ?? "-"), `${line}: ${stdout}`).toBe(true);
				} else if (url === undefined) {
					expect(
						own.heard.filter((text) => text.includes(SECRET)),
						line,
					).toEqual([]);
				} else {
					expect(stdout.trim()).toBe("Mine.");
					expect(
						own.heard.some((text) => text.includes(SECRET)),
						line,
					).toBe(true);
				}
				writeFileSync(kept, before);
			}
			// hub chat --resume and /load: from a session at another place.
			const context = openContext(folder, env);
			const chat = findChat(context.env, "last");
			const session = new ChatSession({ endpoint: `${other.url}/v1` }, context);
			let found: ChatTarget;
			try {
				found = findPlaceToResume(chat, {}, context);
			} catch (error) {
				expect(String(error)).toMatch(/The chat \S+ runs on/);
				return;
			}
			session.load(chat, found);
			expect(session.place).toEqual(place);
			const target = await session.connect(undefined);
			expect(target.endpointUrl).toBe(place.endpoint);
			expect(target.isSandbox).toBe(Boolean(place.sandbox) || place.provider === "sandbox");
			if (place.provider !== "sandbox")
				expect(target.provider).toBe(place.provider === "auto" ? undefined : place.provider);
		},
		60_000,
	);

	it.each(Object.keys(PLACES).flatMap((held) => Object.keys(PLACES).map((at) => [held, at] as const)))(
		"held at %s, loaded in a chat at %s",
		async (held, at) => {
			const { folder, env, url, place } = hold(held, "nothing");
			const { place: atPlace, env: atEnv } = PLACES[at]?.(other) ?? { place: {} };
			const context = openContext(folder, { ...env, ...atEnv });
			const session = new ChatSession(toTargetOptions(atPlace), context);
			const before = session.place;
			const controller = new ChatController(session, context, { isRaw: true, leave: () => undefined });
			controller.editor = setText(controller.editor, "/load last");
			own.heard.length = 0;
			other.heard.length = 0;
			controller.press({ name: "enter", text: "" });
			await vi.waitFor(
				() => expect(JSON.stringify(controller.scrollback)).toMatch(/The chat \S+ runs on|Mine\./),
				30_000,
			);
			if (/The chat \S+ runs on/.test(JSON.stringify(controller.scrollback))) {
				// Only where the way to the router is another one now.
				expect([at, "router" in place || place.provider !== undefined]).toEqual(["a router", true]);
				expect(session.place).toEqual(before);
				expect(JSON.stringify(session.messages)).not.toContain(SECRET);
			} else {
				expect(session.place).toEqual(place);
				const target = await session.connect(readProviders(place)[0]);
				expect(target.endpointUrl).toBe(place.endpoint);
				expect(target.isSandbox).toBe(isSandboxed(place));
				// What cannot be reached from here is not called.
				if (!url?.startsWith("https:")) await controller.say("more");
				expect(own.heard.some((text) => text.includes(SECRET))).toBe(url === own.url);
			}
			expect(other.heard.filter((text) => text.includes(SECRET))).toEqual([]);
		},
	);

	it.each(Object.keys(PLACES))('the "Continue with" line returns to %s', async (held) => {
		const { folder, place } = hold(held, "nothing");
		const [settings = "", words = ""] = formatResume("last", place, MODEL).split("hub chat ");
		const [, name, value] = /^(\w+)=(\S+) $/.exec(settings) ?? [];
		const context = openContext(folder, name === undefined ? {} : { [name]: value ?? "" });
		let found: ChatTarget | undefined;
		const command = createCommand(context);
		command.action(() => {
			const options = command.opts() as ChatOptions;
			found = findPlaceToResume(findChat(context.env, String(options.resume)), options, context);
		});
		await finishCommand(command, context).parseAsync(words.split(" "), { from: "user" });
		// Earlier versions saved the provider of `-p sandbox`.
		expect(found).toEqual(place.provider === "sandbox" ? { provider: "auto", sandbox: true } : place);
	});

	it("moves with a flag, and stays there", async () => {
		const { folder, env } = hold("sandbox", "nothing");
		const onTerminal = { env: { ...env, TERM: "dumb" }, columns: 80 };
		own.heard.length = 0;
		expect((await folder.run(`hub -c --endpoint ${own.url}/v1 "more"`, onTerminal)).stdout.trim()).toBe("Mine.");
		expect((await folder.run('hub -c "again"', onTerminal)).stdout.trim()).toBe("Mine.");
		expect(own.heard.filter((text) => text.includes(SECRET))).toHaveLength(2);
	});

	it("is rejected if the key in its endpoint URL was not saved", async () => {
		const folder = createHome();
		onTestFinished(() => folder.remove());
		const line = `hub --endpoint "${own.url}/v1?api_key=key-0123456789abcdef" -m ${MODEL} "${SECRET}"`;
		await folder.run(line, { columns: 80 });
		expect(readFileSync(chatPath(folder.env, findChat(folder.env).id), "utf8")).not.toContain("0123456789");
		const { code, stderr } = await folder.run('hub -c "more"');
		expect(stderr).toContain("did not save the key");
		expect(code).toBe(2);
	});
});
