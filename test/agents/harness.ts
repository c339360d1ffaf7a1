import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { type Agent, type Failure, MODEL } from "./agents.ts";

const ROOT = join(import.meta.dirname, "../..");
export const HUB = join(ROOT, "bin/hub.js");
const MCP = [process.execPath, join(import.meta.dirname, "mcp-server.mjs")] as const;

/** How the scripted provider answers: calls and texts in turn, an endless stream, or a failure. */
export type Script = { turns: readonly Turn[] } | "endless" | Failure;

/** An answer of a model, as in the fixtures. */
export interface Turn {
	content?: unknown;
	tool_calls?: { function: { name: string; arguments: string } }[];
}

/** A provider of OpenAI's chat form. */
export interface Upstream {
	url: string;
	script: Script;
	/** Calls of chats with tools so far. */
	calls: number;
	/** All requests so far, of whatever kind. */
	requests: number;
	/** Chats that are being answered. */
	open: number;
	close(): Promise<void>;
}

export async function startUpstream(): Promise<Upstream> {
	const server = createServer(async (request, response) => {
		upstream.requests++;
		let body = "";
		for await (const part of request) body += part;
		if (request.method !== "POST") return void response.end('{"data":[]}');
		const { tools = [], messages } = JSON.parse(body) as { tools?: unknown[]; messages: { role: string }[] };
		upstream.open++;
		response.on("close", () => void upstream.open--);
		if (tools.length > 0 || typeof upstream.script === "string") upstream.calls++;
		const done = messages.filter(({ role }) => role === "tool").length;
		answer(response, upstream.script, tools.length === 0 ? undefined : done);
	});
	const upstream: Upstream = {
		url: "",
		script: { turns: [] },
		calls: 0,
		requests: 0,
		open: 0,
		close: async () => {
			server.closeAllConnections();
			server.close();
			await once(server, "close");
		},
	};
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	upstream.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return upstream;
}

/** @param turn which of the turns; undefined for a call without tools, such as one for a title */
function answer(response: ServerResponse, script: Script, turn: number | undefined): void {
	if (script === "hang") return;
	if (script === "401" || script === "429" || script === "500") {
		response.writeHead(Number(script), { "content-type": "application/json" });
		return void response.end('{"error":{"message":"A scripted failure."}}');
	}
	const send = (delta: object, finish: string | null = null): void => {
		const choices = [{ index: 0, delta, finish_reason: finish }];
		response.write(`data: ${JSON.stringify({ id: "chat", created: 1, model: "m", choices })}\n\n`);
	};
	response.writeHead(200, { "content-type": "text/event-stream" });
	send({ role: "assistant", content: "" });
	if (script === "cut") {
		send({ content: "Hel" });
		return void setTimeout(() => response.destroy(), 20);
	}
	// A call for a title ends.
	if (script === "endless" && turn !== undefined) {
		const timer = setInterval(() => send({ content: "more " }), 50);
		return void response.on("close", () => clearInterval(timer));
	}
	const { content, tool_calls: calls = [] } = (turn === undefined || typeof script === "string"
		? undefined
		: script.turns[turn]) ?? {
		content: "Done.",
	};
	for (const [index, call] of calls.entries()) {
		const { name, arguments: text } = call.function;
		send({ tool_calls: [{ index, id: `call_${turn}`, type: "function", function: { name, arguments: "" } }] });
		for (const piece of text.match(/.{1,7}/gs) ?? []) send({ tool_calls: [{ index, function: { arguments: piece } }] });
	}
	if (calls.length === 0) send({ content: String(content) });
	send({}, calls.length > 0 ? "tool_calls" : "stop");
	const usage = { prompt_tokens: 100, completion_tokens: 5, total_tokens: 105 };
	response.end(`data: ${JSON.stringify({ id: "chat", choices: [], usage })}\n\ndata: [DONE]\n\n`);
}

/** A `hub serve` with its address and key. */
export interface Gateway {
	url: string;
	key: string;
	close(): Promise<void>;
}

/** @param upstream where calls go; without, to the sandbox */
export async function startGateway(upstream?: string): Promise<Gateway> {
	const home = mkdtempSync(join(tmpdir(), "hub-agents-"));
	const scripted = upstream && { HF_ENDPOINT: upstream, HUB_ROUTER_URL: upstream, HF_TOKEN: "hf_scriptedScripted" };
	const args = ["serve", "--port", "0", "--json", "-m", MODEL, "--first-token-timeout", "1", "--grace", "0"];
	const child = spawn(process.execPath, [HUB, ...args, ...(upstream ? [] : ["--sandbox"])], {
		env: { PATH: process.env["PATH"], HOME: home, ...scripted },
		stdio: ["ignore", "pipe", "ignore"],
	});
	const [line] = await once(createInterface({ input: child.stdout }), "line");
	const { url, key } = JSON.parse(String(line)) as { url: string; key: string };
	const close = async (): Promise<void> => {
		const closed = once(child, "close");
		child.kill();
		await closed;
		rmSync(home, { recursive: true, force: true });
	};
	return { url, key, close };
}

function writeFiles(folder: string, files: Record<string, string>): void {
	for (const [path, text] of Object.entries(files)) {
		mkdirSync(dirname(join(folder, path)), { recursive: true });
		writeFileSync(join(folder, path), text);
	}
}

/** Writes the project of a run, `work` in its home, with settings that lead to a server if there is one. */
export function writeProject(agent: Agent, home: string, server?: string): void {
	const folder = join(home, "work");
	writeFiles(folder, { "notes.txt": "first line\nsecond\n" });
	if (server === undefined) return;
	mkdirSync(join(folder, ".git"), { recursive: true });
	writeFiles(folder, { ...agent.hostile(server), ".git/HEAD": "ref: refs/heads/main\n" });
	writeFiles(home, agent.trust?.(folder) ?? {});
}

/** Some agents need a newer Node than hub: `node_modules` has one. */
const NODE = join(import.meta.dirname, `node_modules/node-${process.platform}-${process.arch}/bin`);

export function pathOf(agent: Agent): string {
	const node = existsSync(NODE) ? [NODE] : [];
	return [dirname(agent.program), ...node, process.env["PATH"]].join(delimiter);
}

/** A run of an agent in a folder and a home of its own. */
export class AgentRun {
	readonly home = mkdtempSync(join(tmpdir(), "hub-agent-"));
	readonly folder = join(this.home, "work");
	/** What it printed so far. */
	output = "";
	private readonly child: ChildProcess;
	private readonly ended: Promise<number | string>;

	/**
	 * @param gateway the one to use; without, `hub launch` starts the agent with one of its own, and the sandbox
	 * @param server where a hostile project leads, which the agent trusts
	 */
	constructor(agent: Agent, gateway: Gateway | undefined, prompt: string, server?: string) {
		const start = gateway ? agent.start({ ...gateway, model: MODEL, home: this.home, mcp: MCP }) : {};
		writeProject(agent, this.home, server);
		const { args = [], env, files = {} } = start;
		const line = [agent.program, ...agent.headless(prompt), ...args];
		const launch = [process.execPath, HUB, "launch", agent.id, "--sandbox", "-m", MODEL, "--", ...line.slice(1)];
		const [program = "", ...words] = gateway ? line : launch;
		writeFiles(this.home, files);
		this.child = spawn(program, words, {
			cwd: this.folder,
			env: { PATH: pathOf(agent), HOME: this.home, TERM: "dumb", CI: "1", ...agent.env, ...env },
			stdio: ["ignore", "pipe", "pipe"],
			// A group of its own, so that its children end with it.
			detached: true,
		});
		for (const stream of [this.child.stdout, this.child.stderr]) {
			stream?.on("data", (part: Buffer) => {
				this.output += part.toString();
			});
		}
		this.ended = new Promise((resolve, reject) => {
			this.child.once("error", reject);
			this.child.once("exit", (code, signal) => resolve(code ?? String(signal)));
		});
	}

	/** Returns its exit code, or "late" if it did not end in time. */
	async end(milliseconds: number): Promise<number | string> {
		let timer: ReturnType<typeof setTimeout> | undefined;
		const late = new Promise<string>((resolve) => {
			timer = setTimeout(() => resolve("late"), milliseconds);
		});
		const code = await Promise.race([this.ended, late]);
		clearTimeout(timer);
		return code;
	}

	read(path: string): string {
		return readFileSync(join(this.folder, path), "utf8");
	}

	/** Returns the processes of the run. Of hub itself if it was launched, then the agent's. */
	listProcesses(): number[] {
		return listProcesses(this.home);
	}

	/** The process of hub, if it was launched, or of the agent. */
	get id(): number {
		return this.child.pid ?? 0;
	}

	/** Ends it at once, with all processes it started. */
	kill(): void {
		if (this.id !== 0) killProcess(-this.id);
		killProcesses(this.home);
	}

	async close(): Promise<void> {
		this.kill();
		await this.ended.catch(() => undefined);
		// A child that was just killed may still write.
		rmSync(this.home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
	}
}

/** Returns the processes of a run, known by its home; Linux only. */
export function listProcesses(home: string): number[] {
	if (process.platform !== "linux") return [];
	return readdirSync("/proc")
		.map(Number)
		.filter((id) => {
			try {
				return id > 0 && readFileSync(`/proc/${id}/environ`, "utf8").split("\0").includes(`HOME=${home}`);
			} catch {
				// It has ended, or belongs to someone else.
				return false;
			}
		});
}

/** Ends all processes of a run at once. */
export function killProcesses(home: string): void {
	for (const id of listProcesses(home)) killProcess(id);
}

function killProcess(id: number): void {
	try {
		process.kill(id, "SIGKILL");
	} catch {
		// It has ended.
	}
}
