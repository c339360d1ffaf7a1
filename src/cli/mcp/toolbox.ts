import { InferenceClientInputError } from "../../errors.ts";
import { type Tool, type ToolCall, tool } from "../../tools/index.ts";
import { readConfig } from "../config/settings.ts";
import type { Context } from "../context.ts";
import { notAllowed, UsageError } from "../errors/usage.ts";
import { openRecording, type RecordingOptions } from "../network/recording.ts";
import type { GlobalOptions } from "../options/global-options.ts";
import { showOutside } from "../terminal/question.ts";
import { type FoundTool, ServerConnection, type SignInHooks } from "./connection.ts";
import { type McpOptions, readServers } from "./servers.ts";

/** The user's answer: run this call, all of this tool, not this call, none of this tool. */
export type Approval = "once" | "always" | "no" | "never";

export interface OfferedTool extends FoundTool {
	server: string;
	/** `server/tool`, as patterns name it. */
	path: string;
	/** Name for the model: the tool's own, prefixed with the server's if two are the same. */
	offered: string;
	/** False: the model does not see it. */
	isOn: boolean;
}

export interface OfferedCall {
	tool: OfferedTool;
	call: ToolCall;
}

const NAME_LENGTH = 64;

/** The tools of some servers, and which of them may run. */
export class Toolbox {
	readonly servers: readonly ServerConnection[];
	tools: readonly OfferedTool[] = [];
	/** Set by the terminal; without it only allowed tools run. */
	ask: ((call: OfferedCall, signal: AbortSignal) => Promise<Approval>) | undefined;
	private readonly allowed: readonly RegExp[];
	private readonly denied: readonly RegExp[];
	/** Paths of tools → the user's answer for all their calls. */
	private readonly decided = new Map<string, boolean>();
	/** One question at a time. */
	private asking: Promise<unknown> = Promise.resolve();
	private isOutdated = false;
	/** Calls in flight. */
	private readonly running = new Set<AbortController>();
	private readonly context: Context;

	constructor(servers: readonly ServerConnection[], options: McpOptions, context: Context) {
		this.servers = servers;
		this.context = context;
		this.allowed = (options.allowTools ?? []).map(toPattern);
		this.denied = (options.denyTools ?? []).map(toPattern);
		for (const server of servers) server.onChange = () => (this.isOutdated = true);
	}

	/** Requests the tools of every server; one that fails is named in a note and left out. */
	async load(): Promise<void> {
		this.isOutdated = false;
		const lists = await Promise.all(
			this.servers.map(async (server) => {
				try {
					return (await server.listTools()).map((found) => ({ server: server.name, found }));
				} catch (error) {
					this.context.signal.throwIfAborted();
					const problem = error instanceof Error ? error.message : String(error);
					this.context.warn(`The server ${server.name} has no tools for this run: ${problem}`);
					return [];
				}
			}),
		);
		const off = new Set(this.tools.filter(({ isOn }) => !isOn).map(({ path }) => path));
		const names = new Map<string, number>();
		const all = lists.flat();
		for (const { found } of all) names.set(toName(found.name), (names.get(toName(found.name)) ?? 0) + 1);
		const taken = new Set<string>();
		this.tools = all.flatMap(({ server, found }) => {
			const own = toName(found.name);
			const offered = (names.get(own) ?? 0) > 1 ? `${server}_${own}`.slice(0, NAME_LENGTH) : own;
			if (taken.has(offered)) return [];
			taken.add(offered);
			const path = `${server}/${showOutside(found.name)}`;
			return { ...found, server, path, offered, isOn: !off.has(path) };
		});
	}

	/** Returns the tools that a model may call now, for `runTools`. */
	async offer(): Promise<Tool[]> {
		if (this.isOutdated) await this.load();
		return this.tools.flatMap((found) => {
			if (!found.isOn || this.denied.some((pattern) => pattern.test(found.path))) return [];
			const server = this.servers.find(({ name }) => name === found.server);
			const { offered, description, schema } = found;
			const run: Tool["run"] = async (args, { signal }) => {
				const stop = new AbortController();
				this.running.add(stop);
				const ended = AbortSignal.any([signal, stop.signal]);
				return await server?.callTool(found.name, args, ended).finally(() => this.running.delete(stop));
			};
			try {
				return tool({ name: offered, description, schema, run });
			} catch (error) {
				if (!(error instanceof InferenceClientInputError)) throw error;
				this.context.warn(`The tool ${found.path} is left out: ${error.message}`);
				return [];
			}
		});
	}

	/** Aborts the calls in flight, for which the model gets an error; returns whether there were any. */
	stopCalls(): boolean {
		for (const call of this.running) call.abort(new Error("the user canceled this call."));
		return this.running.size > 0;
	}

	find({ name }: ToolCall): OfferedTool | undefined {
		return this.tools.find(({ offered }) => offered === name);
	}

	pathOf(call: ToolCall): string {
		return this.find(call)?.path ?? showOutside(call.name);
	}

	/**
	 * Whether a call may run.
	 * @throws UsageError if hub cannot prompt, with the pattern that would allow it
	 */
	async approve(call: ToolCall, signal: AbortSignal): Promise<boolean> {
		const found = this.find(call);
		if (!found || this.denied.some((pattern) => pattern.test(found.path))) return false;
		if (this.allowed.some((pattern) => pattern.test(found.path))) return true;
		const { ask } = this;
		if (!ask) {
			throw notAllowed(
				`The model wants to call ${found.path}, which is not allowed.`,
				`Allow it with --allow-tools ${JSON.stringify(found.path)}, or all of the server's with "${found.server}/*".`,
			);
		}
		const turn = this.asking.then(async () => {
			const decided = this.decided.get(found.path);
			if (decided !== undefined) return decided;
			const answer = await ask({ tool: found, call }, signal);
			if (answer === "always" || answer === "never") this.decided.set(found.path, answer === "always");
			return answer === "once" || answer === "always";
		});
		this.asking = turn.catch(() => undefined);
		return await turn;
	}

	async close(): Promise<void> {
		await Promise.all(this.servers.map((server) => server.close()));
	}
}

/**
 * Lets a person sign in at the servers that require it, before something else uses the terminal. Other problems of a server
 * are reported when it is used.
 */
export async function signInToServers(options: McpOptions & GlobalOptions, context: Context): Promise<void> {
	for (const entry of await readServers(options, { ...context, note: () => undefined })) {
		if (entry.type === "stdio") continue;
		const server = new ServerConnection(entry, options, undefined, context, {});
		await server.listTools().catch(() => context.signal.throwIfAborted());
		await server.close();
	}
}

/**
 * Starts the servers that options name, and reads their tools.
 * @param signIn hooks, if the user may be prompted to sign in
 * @throws UsageError for options that cannot be read, or if no server has a tool
 */
export async function openToolbox(
	options: McpOptions & GlobalOptions & RecordingOptions,
	context: Context,
	signIn?: SignInHooks,
): Promise<Toolbox> {
	const config = readConfig(context);
	const entries = await readServers(options, context);
	const recording = await openRecording(options, context, config);
	const servers = entries.map((entry) => new ServerConnection(entry, options, recording, context, signIn));
	const toolbox = new Toolbox(servers, options, context);
	context.defer(() => toolbox.close());
	await toolbox.load();
	if (toolbox.tools.length > 0 || entries.length === 0) return toolbox;
	const hint = "The lines above say why; --debug shows more.";
	throw new UsageError("No server offers a tool that works.", hint, "network");
}

/** A pattern `server/tool`: `*` matches anything; without a slash it is the name of a server. */
export function toPattern(text: string): RegExp {
	const whole = text.includes("/") || text === "*" ? text : `${text}/*`;
	const parts = whole.split("*").map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, "\\$&"));
	return new RegExp(`^${parts.join(".*")}$`, "s");
}

function toName(name: string): string {
	return name.replace(/[^\w-]/g, "_").slice(0, NAME_LENGTH);
}
