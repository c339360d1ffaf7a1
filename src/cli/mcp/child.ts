import { isRecord, parseJson } from "../../base/json.ts";
import type { Context } from "../context.ts";
import { closeGroup, type GroupLeader, sharedVariables, startGroup } from "../files/programs.ts";
import type { ServerEntry } from "./servers.ts";

/** A message of the protocol; the SDK checks what it is. */
type Message = Parameters<NonNullable<import("@modelcontextprotocol/client").Transport["onmessage"]>>[0];

/** Bytes of the longest message, and of all that arrive without an answer to a request among them. */
const MAX_MESSAGE_BYTES = 16 * 2 ** 20;
/** What a server wrote to its error output: the end of it is shown if it does not start. */
const MAX_ERROR_TEXT = 2000;
/** Milliseconds between the polite ways to end a server, and the last one. */
const END_PAUSE_MS = 250;
/** A server in a process of its own: messages are lines of JSON on its standard input and output. */
export class ChildTransport {
	onmessage?: (message: Message) => void;
	onerror?: (error: Error) => void;
	onclose?: () => void;
	/** The end of what it wrote to its error output. */
	errorText = "";
	private child: GroupLeader | undefined;
	private readonly entry: Extract<ServerEntry, { type: "stdio" }>;
	private readonly context: Context;
	private chunks: Buffer[] = [];
	private pendingBytes = 0;
	/** Bytes since the last answer to a request: a flood of anything else ends the server. */
	private unaskedBytes = 0;

	constructor(entry: Extract<ServerEntry, { type: "stdio" }>, context: Context) {
		this.entry = entry;
		this.context = context;
	}

	/** Starts the server, without a shell and in a group of its own. */
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
		child.once("close", () => this.onclose?.());
	}

	async send(message: unknown): Promise<void> {
		const { child } = this;
		if (!child || child.exitCode !== null || child.signalCode !== null) throw new Error("The server has exited.");
		if (!child.stdin.write(`${JSON.stringify(message)}\n`)) {
			await Promise.race(["drain", "close"].map((event) => new Promise((done) => child.stdin.once(event, done))));
		}
	}

	/** Ends the server: its input is closed, then it is asked, then ended, with all that it has started. */
	async close(): Promise<void> {
		const { child } = this;
		if (!child?.pid) return;
		this.child = undefined;
		await closeGroup(child, [END_PAUSE_MS, END_PAUSE_MS], this.context);
		this.onclose?.();
	}

	/** Adds bytes of its output; passes the messages on that are complete. */
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
			this.onmessage?.(message as Message);
		}
		if (rest.length > 0) this.chunks.push(rest);
		this.pendingBytes += rest.length;
		if (Math.max(this.pendingBytes, this.unaskedBytes) <= MAX_MESSAGE_BYTES) return;
		this.chunks = [];
		this.onerror?.(new Error(`The server sent more than ${MAX_MESSAGE_BYTES / 2 ** 20} MB without an answer.`));
		void this.close();
	}
}

/** Returns the message of a line. An answer that is none becomes an error, or the call would wait for it. */
function readMessage(line: string): Record<string, unknown> | undefined {
	const message = parseJson(line);
	if (isRecord(message) && !("result" in message && !isRecord(message["result"]))) return message;
	const id = isRecord(message) ? message["id"] : /^\s*\{.{0,100}"id"\s*:\s*(\d{1,15})\b/.exec(line)?.[1];
	if (id === undefined) return undefined;
	const error = { code: -32603, message: "The server's answer is malformed." };
	return { jsonrpc: "2.0", id: typeof id === "string" && /^\d+$/.test(id) ? Number(id) : id, error };
}
