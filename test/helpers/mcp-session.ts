import { PassThrough } from "node:stream";
import { Client, type Transport } from "@modelcontextprotocol/client";
import { main } from "../../src/cli/main.ts";

/** A running `hub mcp` in this process, with the official client in front of it. */
export interface McpSession {
	client: Client;
	/** What it wrote to stderr. */
	stderr(): string;
	/** Writes to its input, past the client. */
	write(text: string): void;
	/** Resolves with the exit code. */
	ended: Promise<number>;
	/** Ends its input, as a client that leaves; resolves with the exit code. */
	leave(): Promise<number>;
}

interface Options {
	cwd: string;
	env: Readonly<Record<string, string>>;
}

/** Starts `hub mcp` over its standard input and output. */
export async function startMcp(args: readonly string[], { cwd, env }: Options): Promise<McpSession> {
	const stdin = new PassThrough();
	let errors = "";
	const transport: Transport = {
		start: async () => undefined,
		send: async (message) => void stdin.write(`${JSON.stringify(message)}\n`),
		close: async () => void stdin.end(),
	};
	let rest = "";
	const code = main(["mcp", ...args], {
		stdin,
		stdout: {
			write: (text) => {
				rest += text;
				const lines = rest.split("\n");
				rest = lines.pop() ?? "";
				for (const line of lines) queueMicrotask(() => transport.onmessage?.(JSON.parse(line)));
				return true;
			},
		},
		stderr: {
			write: (text) => {
				errors += text;
				return true;
			},
		},
		env,
		cwd,
		signal: new AbortController().signal,
	});
	const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "auto" } });
	await client.connect(transport);
	return {
		client,
		stderr: () => errors,
		write: (text) => void stdin.write(text),
		ended: code,
		leave: async () => {
			stdin.end();
			return await code;
		},
	};
}

/** A running `hub mcp --http` in this process. */
export interface McpService {
	/** Ends in `/mcp`. */
	url: string;
	key: string | null;
	close(): Promise<number>;
}

export async function startMcpService(args: readonly string[], { cwd, env }: Options): Promise<McpService> {
	const stop = new AbortController();
	let announce: (line: string) => void;
	const announced = new Promise<string>((resolve) => {
		announce = resolve;
	});
	const stdout = {
		write: (text: string | Uint8Array) => {
			announce(String(text));
			return true;
		},
	};
	const io = { stdin: new PassThrough(), stdout, stderr: { write: () => true }, env, cwd, signal: stop.signal };
	const code = main(["mcp", "--http", "0", "--json", ...args], io);
	const { url, key } = JSON.parse(await Promise.race([announced, code.then(String)])) as McpService;
	return {
		url,
		key,
		close: async () => {
			stop.abort(new Error("The test has ended"));
			return await code;
		},
	};
}
