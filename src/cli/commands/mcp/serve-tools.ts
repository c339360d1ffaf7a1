import { mkdirSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { McpServer } from "@modelcontextprotocol/server";
import { toBase64 } from "../../../base/base64.ts";
import { version } from "../../../base/version.ts";
import { sum } from "../../../exchange/decimal.ts";
import type { Args, InferenceTask } from "../../../inference/index.ts";
import { tool } from "../../../tools/index.ts";
import type { Context } from "../../context.ts";
import { describeError } from "../../errors/report.ts";
import { UsageError } from "../../errors/usage.ts";
import { openCallRecorder } from "../../network/call-recorder.ts";
import { createCallLog } from "../../network/connect.ts";
import { connectHub } from "../../network/hub.ts";
import { checkTask } from "../../options/task.ts";
import { findFiles, findText } from "../../output/result.ts";
import { saveFiles } from "../../output/save.ts";
import { findModels } from "../../target/find-models.ts";
import { resolveTarget } from "../../target/resolve.ts";
import { callIdentity, priceSource, type Target, type TargetOptions } from "../../target/target.ts";
import { toJson } from "../../terminal/json.ts";
import { MAX_INPUT } from "../../terminal/terminal.ts";
import { buildArgs } from "../batch/input/row-args.ts";
import { RowFiles } from "../batch/input/row-files.ts";
import { send } from "../infer/send.ts";
import { schemaOf, TASK_TOOLS, type TaskTool } from "./task-tools.ts";

/** What `hub mcp` offers. */
export interface ToolSettings extends TargetOptions {
	/** Task → model. */
	models: ReadonlyMap<string, string>;
	/** Names of the tools; undefined for all. */
	tools: readonly string[] | undefined;
	/** Folder whose files agents may name. */
	root: string;
	outputDir: string;
	maxCost: number | undefined;
	log?: string | boolean | undefined;
}

type Content =
	| { type: "text"; text: string }
	| { type: "image" | "audio"; data: string; mimeType: string }
	| { type: "resource_link"; uri: string; name: string; mimeType: string };
interface ToolResult {
	content: Content[];
	isError?: boolean;
}

/** Bytes of the largest picture or sound that is part of an answer; larger ones are named only. */
const MAX_INLINE_BYTES = 512 * 1024;
/** Characters of the longest text of an answer; the rest is in a file. */
const MAX_TEXT = 100_000;
/** Calls of models at the same time. */
const CONCURRENCY = 4;

/** The tools of `hub mcp`, for as many connections as there are. */
export class TaskTools {
	private readonly settings: ToolSettings;
	private readonly context: Context;
	private readonly costs: number[] = [];
	private running = 0;
	private readonly waiting: (() => void)[] = [];

	constructor(settings: ToolSettings, context: Context) {
		this.settings = settings;
		this.context = context;
	}

	/** Makes a server of the protocol, for one connection or one request. */
	createServer(): McpServer {
		const server = new McpServer({ name: "hub", version });
		for (const row of this.rows()) {
			const checked = tool({ name: row.name, schema: schemaOf(row), run: () => undefined });
			const validate = async (value: unknown) => {
				const reading = await checked.read(JSON.stringify(value));
				return "problems" in reading ? { issues: [{ message: reading.problems }] } : { value: reading.value };
			};
			const jsonSchema = { input: () => checked.parameters as Record<string, unknown>, output: () => ({}) };
			const inputSchema = { "~standard": { version: 1, vendor: "hub", validate, jsonSchema } } as const;
			const annotations = row.isMaker ? { readOnlyHint: false, destructiveHint: false } : { readOnlyHint: true };
			server.registerTool(row.name, { description: row.description, inputSchema, annotations }, async (given, use) => {
				// The SDK's types say which results there may be; these are among them.
				return (await this.call(row, given as Record<string, unknown>, use.mcpReq.signal)) as { content: [] };
			});
		}
		return server;
	}

	/** @throws UsageError for a name that is none */
	rows(): readonly TaskTool[] {
		const { tools } = this.settings;
		const unknown = tools?.find((name) => !TASK_TOOLS.some((row) => row.name === name));
		if (unknown !== undefined) {
			const all = TASK_TOOLS.map(({ name }) => name).join(", ");
			throw new UsageError(`There is no tool "${unknown}".`, `The tools are: ${all}.`, "unknown-name");
		}
		return tools === undefined ? TASK_TOOLS : TASK_TOOLS.filter(({ name }) => tools.includes(name));
	}

	/** Runs a call of an agent; what goes wrong is part of the answer. */
	private async call(row: TaskTool, given: Record<string, unknown>, signal: AbortSignal): Promise<ToolResult> {
		while (this.running >= CONCURRENCY) await new Promise<void>((resolve) => this.waiting.push(resolve));
		this.running++;
		try {
			const task = row.task(given);
			const content =
				task === undefined ? await this.findModels(given, signal) : await this.ask(row, task, given, signal);
			return { content };
		} catch (error) {
			const { message, hint } = describeError(error, this.context);
			const text = this.context.secrets.hide([message, hint].filter(Boolean).join("\n"));
			return { content: [{ type: "text", text }], isError: true };
		} finally {
			this.running--;
			this.waiting.shift()?.();
		}
	}

	private async ask(
		row: TaskTool,
		task: InferenceTask,
		given: Record<string, unknown>,
		signal: AbortSignal,
	): Promise<Content[]> {
		const { settings, context } = this;
		const { maxCost, models, tools: _, root: __, outputDir: ___, ...target } = settings;
		if (maxCost !== undefined && sum(this.costs) >= maxCost) {
			throw new UsageError(`The calls have cost the $${maxCost} of --max-cost.`, "Start hub mcp anew to go on.");
		}
		const named = typeof given["model"] === "string" ? given["model"] : models.get(task);
		const recorder = await openCallRecorder("mcp", { ...settings, stats: true }, context);
		const { log, listen } = createCallLog(() => undefined);
		const options = { ...target, ...(named === undefined ? {} : { model: named }) };
		const resolved = await resolveTarget(task, options, context, listen, recorder?.watch);
		const called: Target = { ...resolved, options: { ...resolved.options, signal } };
		let args: Args | undefined;
		try {
			args = await this.readArgs(row, task, given, called, signal);
			const call = { target: called, args, options: { stream: false, output: settings.outputDir }, log, recorder };
			const answer = await send(call, listen, context);
			const output = "result" in answer ? answer.result : undefined;
			const priced = await recorder?.show(callIdentity(called), priceSource(called));
			if (typeof priced?.cost_usd === "number" && !called.isSandbox) this.costs.push(priced.cost_usd);
			await recorder?.end({ ...describe(called), arguments: args, output });
			return await this.toContent(output, called);
		} catch (error) {
			await recorder?.end({ ...describe(called), arguments: args, error });
			throw error;
		}
	}

	/** The arguments of the task; files are read below `--root` only. */
	private async readArgs(
		row: TaskTool,
		task: InferenceTask,
		given: Record<string, unknown>,
		target: Target,
		signal: AbortSignal,
	): Promise<Args> {
		const { settings, context } = this;
		const publicFetch = target.publicFetch(0);
		const limit = context.flags.maxInput ?? MAX_INPUT;
		const rules = { folder: settings.root, allowed: [], flag: "--root", cwd: context.cwd, limit, deadline: undefined };
		const files = new RowFiles({ ...rules, publicFetch, fetch: publicFetch });
		const fixed = { task, parameters: row.parameters?.(given) ?? {}, files };
		const input = { main: undefined, columns: undefined, system: undefined, images: [], ...row.input?.(given) };
		return await buildArgs(input, { ...fixed, context: undefined, source: undefined, table: undefined }, signal);
	}

	/** A result as an answer: text, small pictures and sounds, and links to the files of the others. */
	private async toContent(result: unknown, target: Target): Promise<Content[]> {
		const files = findFiles(result);
		if (files) return (await Promise.all(files.map((file) => this.toFile(file, target)))).flat();
		const text = findText(result) ?? toJson(result) ?? "null";
		if (text.length <= MAX_TEXT) return [{ type: "text", text }];
		const saved = await this.save(new Blob([text], { type: "application/json" }), target);
		return [{ type: "text", text: `${text.slice(0, 1000)}… The whole answer is in the file.` }, saved];
	}

	private async toFile(file: Blob, target: Target): Promise<Content[]> {
		const kind = /^(image|audio)\//.exec(file.type)?.[1] as "image" | "audio" | undefined;
		const saved = await this.save(file, target);
		const text: Content = { type: "text", text: `Saved as ${saved.name} (${file.type}, ${file.size} bytes).` };
		if (!kind || file.size > MAX_INLINE_BYTES) return [text, saved];
		const data = toBase64(new Uint8Array(await file.arrayBuffer()));
		return [text, { type: kind, data, mimeType: file.type }, saved];
	}

	/** Saves a file below the output folder, under a name of its own. */
	private async save(file: Blob, { task, model }: Target): Promise<Extract<Content, { type: "resource_link" }>> {
		const { context, settings } = this;
		mkdirSync(settings.outputDir, { recursive: true });
		const unique = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;
		const output = join(settings.outputDir, `${task}-${unique}.{ext}`);
		const [path = ""] = await saveFiles([file], { output, task, model }, context);
		const whole = resolve(context.cwd, path);
		const shown = relative(settings.root, whole);
		return {
			type: "resource_link",
			uri: pathToFileURL(whole).href,
			name: shown.startsWith("..") ? basename(whole) : shown,
			mimeType: file.type || "application/octet-stream",
		};
	}

	private async findModels(given: Record<string, unknown>, signal: AbortSignal): Promise<Content[]> {
		const { task = "chat", words = "" } = given as { task?: string; words?: string };
		const search = { task: checkTask(task), provider: this.settings.provider, query: words };
		const { hub } = await connectHub(this.settings, this.context);
		const models = await findModels(search, async () => hub, this.context, signal);
		const lines = models.slice(0, 20).map(({ id, aside }) => `${id}\t${aside}`);
		return [{ type: "text", text: lines.join("\n") || "No model fits." }];
	}
}

function describe(target: Target) {
	const { endpointUrl: endpoint, isSandbox } = target;
	return { identity: callIdentity(target), endpoint, isSandbox, prices: priceSource(target) };
}
