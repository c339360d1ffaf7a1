import { decodeBase64 } from "../../base/base64.ts";
import { isDeeperThan, isRecord, MAX_JSON_LEVELS, parseJson, textOf } from "../../base/json.ts";
import { version } from "../../base/version.ts";
import { type Fetch, race } from "../../http/index.ts";
import type { ToolPart } from "../../tools/index.ts";
import { readConfig, readPrefixed } from "../config/settings.ts";
import { SERVER_PREFIX } from "../config/stored-names.ts";
import type { Context } from "../context.ts";
import { closeGroup, type GroupLeader, sharedVariables, startGroup } from "../files/programs.ts";
import { connect, networkOptions } from "../network/connect.ts";
import type { RecordingFolder } from "../network/recording.ts";
import type { GlobalOptions } from "../options/global-options.ts";
import { question } from "../terminal/question.ts";
import { sanitize } from "../terminal/sanitize.ts";
import type { SignInNeeded } from "./oauth.ts";
import { findErrorLine } from "./server-error.ts";
import type { ServerEntry } from "./servers.ts";

/** Timeout for the first response of a server, in milliseconds. */
const START_TIMEOUT_MS = 30_000;
/** Timeout of one call, in milliseconds; the tool loop has a shorter limit by default. */
const CALL_TIMEOUT_MS = 600_000;
/** Maximum tools of one server. */
const MAX_TOOLS = 256;
/** Maximum pages of a tool list. */
const MAX_PAGES = 64;
const MAX_DESCRIPTION = 4000;
const MAX_SCHEMA_BYTES = 64 * 1024;
/** Maximum parts of one result. */
const MAX_PARTS = 256;
/** Maximum bytes of one response over HTTP. */
const MAX_RESPONSE_BYTES = 16 * 2 ** 20;

/** A tool as its server describes it, checked. */
export interface FoundTool {
	name: string;
	description: string | undefined;
	schema: Record<string, unknown>;
	/** Claims of the server; only shown. */
	hints: readonly ToolHint[];
}

/** The claims that the protocol defines, in hub's own words: a server must not write into a question. */
export const TOOL_HINTS = {
	readOnlyHint: question`only reads`,
	destructiveHint: question`may destroy or overwrite`,
	idempotentHint: question`does no more when it is repeated`,
	openWorldHint: question`reaches beyond its own data`,
};
export type ToolHint = keyof typeof TOOL_HINTS;

/** Hooks around a sign-in on the terminal. */
export interface SignInHooks {
	/** Called first, to remove a progress line. */
	onStart?: (() => void) | undefined;
}

type Client = import("@modelcontextprotocol/client").Client;

/** A server, started by the first request. Its messages are untrusted: everything is checked, bounded and sanitized. */
export class ServerConnection {
	readonly name: string;
	state: "idle" | "ready" | "failed" = "idle";
	problem = "";
	/** Called when the server's list of tools has changed. */
	onChange: (() => void) | undefined;
	private readonly entry: ServerEntry;
	private readonly context: Context;
	private readonly options: Pick<GlobalOptions, "sandbox" | "timeout" | "proxy">;
	/** Sends to the server, or replays a recording. */
	private readonly ask: Fetch;
	/** Hooks for a sign-in by a person; undefined if the terminal is in use. */
	private readonly signIn: SignInHooks | undefined;
	/** Set if the server requires a sign-in. */
	private needed: SignInNeeded | undefined;
	private client: Promise<Client> | undefined;
	private child: ChildTransport | undefined;
	/** Aborts the calls in flight whose responses are too long: the SDK would wait for them. */
	private excess = new AbortController();

	constructor(
		entry: ServerEntry,
		options: Pick<GlobalOptions, "sandbox" | "timeout" | "proxy">,
		recording: RecordingFolder | undefined,
		context: Context,
		signIn?: SignInHooks,
	) {
		this.entry = entry;
		this.signIn = signIn;
		this.name = entry.name;
		this.options = options;
		this.context = context;
		const live: Fetch = async (input, init) => await this.answer(String(input), init);
		this.ask = recording?.through(live) ?? live;
	}

	/** @throws Error with the reason if there is no list */
	async listTools(): Promise<FoundTool[]> {
		const listed = await this.request("tools/list", {});
		const found = Array.isArray(listed["tools"]) ? listed["tools"].flatMap((tool) => readTool(tool) ?? []) : [];
		return found.slice(0, MAX_TOOLS);
	}

	/**
	 * Runs a tool.
	 * @returns text, a JSON value or parts, for the tool loop
	 * @throws Error with the server's message if it reports that the call failed
	 */
	async callTool(name: string, args: unknown, signal: AbortSignal): Promise<unknown> {
		const result = await this.request("tools/call", { name, arguments: args }, signal);
		const parts = toParts(result);
		if (result["isError"] === true) throw new Error(parts.map((part) => ("text" in part ? part.text : "")).join("\n"));
		if (parts.length > 0) return parts;
		const structured = result["structuredContent"];
		return structured === undefined ? "The tool returned no result." : structured;
	}

	async close(): Promise<void> {
		const { client, child } = this;
		this.client = undefined;
		await child?.close();
		if (!child) await client?.then((open) => open.close()).catch(() => undefined);
	}

	/** Sends a request in a form that can be recorded: like one over HTTP. */
	private async request(
		method: string,
		body: object,
		signal: AbortSignal = this.context.signal,
	): Promise<Record<string, unknown>> {
		const url = `mcp://${this.name}/${method}`;
		const headers = { "content-type": "application/json" };
		const response = await this.ask(url, { method: "POST", headers, body: JSON.stringify(body), signal });
		const value: unknown = await response.json();
		if (!isRecord(value) || isDeeperThan(value, MAX_JSON_LEVELS))
			throw new Error("The server's response is malformed.");
		if (typeof value["error"] === "string") throw new Error(value["error"]);
		return value;
	}

	/** Serves a request by calling the server; errors are part of the response, so that a recording has them. */
	private async answer(url: string, init: RequestInit | undefined): Promise<Response> {
		const params = parseJson(String(init?.body));
		const signal = init?.signal ?? this.context.signal;
		let value: unknown;
		try {
			value = url.endsWith("/tools/list") ? { tools: await this.list(signal) } : await this.call(params, signal);
		} catch (error) {
			signal.throwIfAborted();
			value = { error: this.explain(error) };
		}
		return new Response(JSON.stringify(value), { headers: { "content-type": "application/json" } });
	}

	private async list(signal: AbortSignal): Promise<unknown[]> {
		const client = await race(this.open(), signal);
		const tools: unknown[] = [];
		let cursor: string | undefined;
		for (let page = 0; page < MAX_PAGES && tools.length < MAX_TOOLS; page++) {
			const request = { method: "tools/list", params: cursor === undefined ? {} : { cursor } };
			// Not listTools(): one invalid tool would make the whole list an error.
			const listed: unknown = await client.request(request, ANY_RESULT, { signal, timeout: START_TIMEOUT_MS });
			if (!isRecord(listed) || !Array.isArray(listed["tools"]))
				throw new Error("The server's list of tools is malformed.");
			tools.push(...listed["tools"]);
			const next = listed["nextCursor"];
			if (typeof next !== "string" || next === cursor) break;
			cursor = next;
		}
		return tools;
	}

	private async call(params: unknown, signal: AbortSignal): Promise<unknown> {
		const client = await race(this.open(), signal);
		const request = { method: "tools/call", params: params as Record<string, unknown> };
		const ended = AbortSignal.any([signal, this.excess.signal]);
		const onprogress = (): void => undefined;
		const limits = { signal: ended, timeout: CALL_TIMEOUT_MS, resetTimeoutOnProgress: true, onprogress };
		return await client.request(request, ANY_RESULT, limits);
	}

	/** Connects once, with or without the handshake, as the server requires. */
	private async open(): Promise<Client> {
		this.client ??= this.start().catch(async (error: unknown) => {
			this.state = "failed";
			this.problem = this.explain(error);
			await this.child?.close();
			throw error;
		});
		return await this.client;
	}

	/** Starts, and restarts after a sign-in if the server requires one and a person is present. */
	private async start(): Promise<Client> {
		try {
			return await this.connect();
		} catch (error) {
			const { entry, needed } = this;
			if (!needed || entry.type === "stdio") throw error;
			this.needed = undefined;
			const { needsSignIn, signInOnTerminal } = await import("./terminal-sign-in.ts");
			if (!this.signIn || !this.context.isInteractive) {
				const isStored = readPrefixed(SERVER_PREFIX, readConfig(this.context))[this.name] !== undefined;
				throw needsSignIn(isStored ? this.name : entry.url);
			}
			this.signIn.onStart?.();
			await signInOnTerminal({ name: this.name, url: entry.url }, needed.challenge, this.options, this.context);
			return await this.connect();
		}
	}

	/** Adds the token of a stored sign-in to requests; records if the server requires a new one. */
	private async authorize(url: string, fetch: Fetch): Promise<import("@modelcontextprotocol/client").AuthProvider> {
		const { SignInNeeded, storedSignIn } = await import("./oauth.ts");
		const stored = storedSignIn(url, fetch, this.context);
		const watch = async <Value>(work: Promise<Value> | undefined): Promise<Value | undefined> => {
			try {
				return await work;
			} catch (error) {
				if (error instanceof SignInNeeded) this.needed = error;
				throw error;
			}
		};
		return {
			token: () => watch(stored.token()),
			onUnauthorized: async (refusal) => await watch(stored.onUnauthorized?.(refusal)),
		};
	}

	private async connect(): Promise<Client> {
		const sdk = await import("@modelcontextprotocol/client");
		const { entry } = this;
		const fetch = entry.type === "stdio" ? undefined : await this.openFetch();
		const hasKey = entry.type !== "stdio" && Object.keys(entry.headers).some((name) => /^authorization$/i.test(name));
		const authProvider =
			fetch && entry.type !== "stdio" && !hasKey ? await this.authorize(entry.url, fetch) : undefined;
		const opened = async (old: boolean): Promise<Client> => {
			const client = new sdk.Client(
				{ name: "hub", version },
				{
					versionNegotiation: { mode: old ? "legacy" : "auto", probe: { timeoutMs: 5000 } },
					jsonSchemaValidator: {
						getValidator: () => (data) => ({ valid: true, data: data as never, errorMessage: undefined }),
					},
					listChanged: { tools: { autoRefresh: false, onChanged: () => this.onChange?.() } },
				},
			);
			client.onerror = (error) => {
				if (this.context.flags.debug) this.context.warn(`mcp: ${this.name}: ${this.explain(error)}`);
			};
			client.onclose = () => {
				if (this.state === "ready") this.state = "failed";
				this.problem ||= "the server has exited";
			};
			if (entry.type === "stdio") {
				this.child = new ChildTransport(entry, this.context);
				await client.connect(this.child, { timeout: START_TIMEOUT_MS });
				return client;
			}
			const { url, headers } = entry;
			const Transport = old || entry.type === "sse" ? sdk.SSEClientTransport : sdk.StreamableHTTPClientTransport;
			const transport = new Transport(new URL(url), {
				...(fetch ? { fetch } : {}),
				...(authProvider ? { authProvider } : {}),
				requestInit: { headers },
			});
			await client.connect(transport, { timeout: START_TIMEOUT_MS });
			return client;
		};
		const limit = AbortSignal.any([this.context.signal, AbortSignal.timeout(START_TIMEOUT_MS)]);
		const first = opened(entry.type === "sse").catch(async (error: unknown) => {
			// A server with the older HTTP transport returns one of these for a POST.
			if (this.needed || entry.type !== "http" || !/\b(?:404|405|400)\b/.test(String(error))) throw error;
			return await opened(true).catch(() => Promise.reject(error));
		});
		const client = await race(first, limit);
		this.state = "ready";
		return client;
	}

	/** A `fetch` of the command, with its proxy and limits, whose responses are bounded. */
	private async openFetch(): Promise<Fetch> {
		const given = { ...networkOptions(this.options), retries: 0 };
		const { fetch } = await connect(given, this.context, readConfig(this.context), () => undefined);
		return async (input, init) =>
			bound(await fetch(input, init), (error) => {
				this.excess.abort(error);
				this.excess = new AbortController();
			});
	}

	private explain(error: unknown): string {
		const message = error instanceof Error ? error.message : String(error);
		const reason = this.state !== "ready" ? findErrorLine(this.child?.errorText ?? "") : "";
		const isLate = error instanceof Error && error.name === "TimeoutError";
		const ending = this.state !== "ready" ? this.child?.ending : undefined;
		const problem = isLate ? `it did not respond within ${START_TIMEOUT_MS / 1000} s` : (ending ?? message);
		return this.context.secrets.hide(sanitize(reason === "" ? problem : `${problem}: ${reason}`)).slice(0, 1000);
	}
}

/** Takes any result: it is read below. */
const ANY_RESULT = { "~standard": { version: 1, vendor: "hub", validate: (value: unknown) => ({ value }) } } as const;

/** Returns a valid tool; undefined for anything else. */
function readTool(value: unknown): FoundTool | undefined {
	if (!isRecord(value) || typeof value["name"] !== "string" || value["name"] === "") return undefined;
	const schema = value["inputSchema"];
	if (!isRecord(schema) || isDeeperThan(schema, MAX_JSON_LEVELS)) return undefined;
	if (JSON.stringify(schema).length > MAX_SCHEMA_BYTES) return undefined;
	const annotations = isRecord(value["annotations"]) ? value["annotations"] : {};
	const known = Object.keys(TOOL_HINTS) as ToolHint[];
	const description = textOf(value["description"]);
	return {
		name: value["name"].slice(0, 128),
		description: description === "" ? undefined : sanitize(description).slice(0, MAX_DESCRIPTION),
		schema,
		hints: known.filter((hint) => annotations[hint] === true),
	};
}

/** Returns the content of a result; links to resources are named. */
function toParts(result: Record<string, unknown>): ToolPart[] {
	const content = Array.isArray(result["content"]) ? result["content"].slice(0, MAX_PARTS) : [];
	return content.flatMap((part): ToolPart | ToolPart[] => {
		if (!isRecord(part)) return [];
		const { type, text, data, mimeType, resource, uri, name } = part;
		if (type === "text" && typeof text === "string") return { text };
		const blob = toBlob(data, mimeType);
		if (type === "image" && blob) return { image: blob };
		if (type === "audio" && blob) return { audio: blob };
		if (type === "resource_link") return { text: `[${textOf(name) || "resource"}: ${textOf(uri)}]` };
		if (type !== "resource" || !isRecord(resource)) return [];
		if (typeof resource["text"] === "string") return { text: resource["text"] };
		const file = toBlob(resource["blob"], resource["mimeType"]);
		if (file?.type.startsWith("image/")) return { image: file };
		return { text: `[${textOf(resource["uri"])}: ${file?.size ?? 0} bytes]` };
	});
}

function toBlob(data: unknown, type: unknown): Blob | undefined {
	const bytes = typeof data === "string" ? decodeBase64(data) : undefined;
	return bytes && new Blob([bytes], { type: textOf(type) });
}

/** Cuts off a response that is too long; its readers get the error. */
function bound(response: Response, onExcess: (error: Error) => void): Response {
	const { body, status, statusText, headers } = response;
	if (!body) return response;
	let size = 0;
	let end = "";
	const isEvents = /event-stream/.test(headers.get("content-type") ?? "");
	const counter = new TransformStream<Uint8Array, Uint8Array>({
		transform: (chunk, out) => {
			// An event stream may be long; the SDK buffers one event at a time, which ends with an empty line.
			const text = isEvents ? end + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString("latin1") : "";
			size = /\n\r?\n|\r\r/.test(text) ? chunk.length : size + chunk.length;
			end = text.slice(-2);
			if (size <= MAX_RESPONSE_BYTES) return out.enqueue(chunk);
			const error = new Error(`The server sent more than ${MAX_RESPONSE_BYTES / 2 ** 20} MB at once.`);
			out.error(error);
			onExcess(error);
		},
	});
	return new Response(body.pipeThrough(counter), { status, statusText, headers });
}

/** A message of the protocol; the SDK validates it. */
type McpMessage = Parameters<NonNullable<import("@modelcontextprotocol/client").Transport["onmessage"]>>[0];

/** Maximum bytes of a message, and of all messages without a response to a request among them. */
const MAX_MESSAGE_BYTES = 16 * 2 ** 20;
/** Characters to keep of a server's error output, whose end is shown if it does not start. */
const MAX_ERROR_TEXT = 8000;
/** Milliseconds between the steps to end a server: closed input, SIGTERM, SIGKILL. */
const END_PAUSE_MS = 250;
/** A server in a child process: messages are lines of JSON on its standard input and output. */
class ChildTransport {
	onmessage?: (message: McpMessage) => void;
	onerror?: (error: Error) => void;
	onclose?: () => void;
	/** The end of its error output. */
	errorText = "";
	private child: GroupLeader | undefined;
	private readonly entry: Extract<ServerEntry, { type: "stdio" }>;
	private readonly context: Context;
	private chunks: Buffer[] = [];
	private pendingBytes = 0;
	/** How it exited; undefined while it runs. */
	ending: string | undefined;
	/** Bytes since the last response to a request: a flood of other messages ends the server. */
	private unaskedBytes = 0;

	constructor(entry: Extract<ServerEntry, { type: "stdio" }>, context: Context) {
		this.entry = entry;
		this.context = context;
	}

	/** Starts the server, without a shell and in its own process group. */
	async start(): Promise<void> {
		const { command, args, env, cwd } = this.entry;
		const { signal, platform } = this.context;
		const own = { ...sharedVariables(this.context.env), ...env };
		const child = startGroup(command, args, { env: own, cwd, signal, platform });
		this.child = child;
		await new Promise((resolve, reject) => child.once("spawn", resolve).once("error", reject));
		child.on("error", (error) => this.onerror?.(error));
		child.stdout.on("data", (chunk: Buffer) => this.take(chunk));
		child.stderr.on("data", (chunk: Buffer) => {
			this.errorText = (this.errorText + chunk.toString()).slice(-MAX_ERROR_TEXT);
		});
		child.once("close", (code, signal) => {
			this.ending = signal === null ? `it ended with exit code ${code}` : `it was ended by ${signal}`;
			this.onclose?.();
		});
	}

	async send(message: unknown): Promise<void> {
		const { child } = this;
		if (!child || child.exitCode !== null || child.signalCode !== null) throw new Error("The server has exited.");
		if (!child.stdin.write(`${JSON.stringify(message)}\n`)) {
			await Promise.race(["drain", "close"].map((event) => new Promise((done) => child.stdin.once(event, done))));
		}
	}

	/** Ends the server and its child processes: closes its input, then sends SIGTERM, then SIGKILL. */
	async close(): Promise<void> {
		const { child } = this;
		if (!child?.pid) return;
		this.child = undefined;
		await closeGroup(child, [END_PAUSE_MS, END_PAUSE_MS], this.context);
		this.onclose?.();
	}

	/** Adds bytes of its output, and delivers complete messages. */
	private take(chunk: Buffer): void {
		this.unaskedBytes += chunk.length;
		let rest = chunk;
		for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
			const line = Buffer.concat([...this.chunks, rest.subarray(0, end)]).toString();
			this.chunks = [];
			this.pendingBytes = 0;
			rest = rest.subarray(end + 1);
			const message = readMessage(line);
			if (!message) continue;
			if ("id" in message && ("result" in message || "error" in message)) this.unaskedBytes = 0;
			this.onmessage?.(message as McpMessage);
		}
		if (rest.length > 0) this.chunks.push(rest);
		this.pendingBytes += rest.length;
		if (Math.max(this.pendingBytes, this.unaskedBytes) <= MAX_MESSAGE_BYTES) return;
		this.chunks = [];
		this.onerror?.(new Error(`The server sent more than ${MAX_MESSAGE_BYTES / 2 ** 20} MB without a response.`));
		void this.close();
	}
}

/** Returns the message of a line. An invalid response becomes an error, or the call would wait for it. */
function readMessage(line: string): Record<string, unknown> | undefined {
	const message = parseJson(line);
	if (isRecord(message) && !("result" in message && !isRecord(message["result"]))) return message;
	const id = isRecord(message) ? message["id"] : /^\s*\{.{0,100}"id"\s*:\s*(\d{1,15})\b/.exec(line)?.[1];
	if (id === undefined) return undefined;
	const error = { code: -32603, message: "The server's response is malformed." };
	return { jsonrpc: "2.0", id: typeof id === "string" && /^\d+$/.test(id) ? Number(id) : id, error };
}
