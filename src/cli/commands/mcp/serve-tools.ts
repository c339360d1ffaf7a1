import { basename, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { McpServer } from "@modelcontextprotocol/server";
import { toBase64 } from "../../../base/base64.ts";
import { findExtension } from "../../../base/media-type.ts";
import { version } from "../../../base/version.ts";
import { taskName } from "../../../catalogue/aliases.ts";
import { type Fetch, race, startDeadline } from "../../../http/index.ts";
import { readCallerFields } from "../../../inference/caller-input.ts";
import type { Args, InferenceTask } from "../../../inference/index.ts";
import { otherFiles } from "../../../inference/other-files.ts";
import { tool } from "../../../tools/index.ts";
import { type CostGate, type CostOptions, openCostLimit } from "../../call-target/cost-limit.ts";
import { findModels } from "../../call-target/find-models.ts";
import { openTarget } from "../../call-target/open-target.ts";
import { type CallTarget, callFacts, callIdentity, priceSource, type TargetOptions } from "../../call-target/target.ts";
import type { Context } from "../../context.ts";
import { describeError } from "../../errors/report.ts";
import { UsageError, unknownName } from "../../errors/usage.ts";
import { FolderReplaced, HeldFolder } from "../../files/held-folder.ts";
import { NotRegular } from "../../files/read-bounded.ts";
import { saveInFolder } from "../../files/save-blob.ts";
import { checkRoom } from "../../files/writable.ts";
import { openCallRecorder } from "../../network/call-recorder.ts";
import { createCallLog } from "../../network/connect.ts";
import { connectHub } from "../../network/hub.ts";
import { checkTask } from "../../options/task.ts";
import { findOffers, OFFER_LIST } from "../../output/offers.ts";
import { findFiles, findText } from "../../output/result.ts";
import { rescue, savedElsewhere } from "../../output/save.ts";
import { toJson } from "../../terminal/json.ts";
import { viewLines } from "../../terminal/table.ts";
import { buildArgs } from "../batch/input/row-args.ts";
import { RowFiles } from "../batch/input/row-files.ts";
import { PARTIAL } from "../infer/print.ts";
import { send } from "../infer/send.ts";
import { schemaOf, TASK_TOOLS, type TaskTool } from "./task-tools.ts";

/** Settings of the tools of `hub mcp`. */
export interface ToolSettings extends TargetOptions, CostOptions {
	/** Task → model. */
	models: ReadonlyMap<string, string>;
	/** Names of the tools; undefined for all. */
	tools: readonly string[] | undefined;
	/** Folder whose files agents may name. */
	root: string;
	outputDir: string;
	log?: string | boolean | undefined;
}

type Content =
	| { type: "text"; text: string }
	| { type: "image" | "audio"; data: string; mimeType: string }
	| ResourceLink;
interface ResourceLink {
	type: "resource_link";
	uri: string;
	name: string;
	mimeType: string;
}
interface ToolResult {
	content: Content[];
	isError?: boolean;
}

/** Largest image or audio to include in a result, in bytes; larger ones are only linked. */
const MAX_INLINE_BYTES = 512 * 1024;
/** Longest text of a result, in characters; the rest is in a file. */
const MAX_TEXT = 100_000;
/** Longest text of an error, in characters. */
const MAX_ERROR = 5000;
/** Maximum concurrent calls: further ones get an error with the advice to wait. */
const MAX_CALLS = 16;
/** Largest file that a call may name, in bytes, without `--max-input`. */
const MAX_FILE_BYTES = 100_000_000;
/** Seconds that a call may take, look-ups and files included. */
const DEADLINE_S = 600;

/** The tools of `hub mcp`, for any number of connections. */
export class TaskTools {
	private readonly settings: ToolSettings;
	private readonly context: Context;
	/** `--max-cost`, for all calls. */
	private readonly costGate: CostGate | undefined;
	private running = 0;

	constructor(settings: ToolSettings, context: Context) {
		this.settings = settings;
		this.context = context;
		this.costGate = openCostLimit(settings, context);
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
				const { signal, _meta, notify } = use.mcpReq;
				const progressToken = _meta?.progressToken;
				let progress = 0;
				// Progress messages keep a client waiting longer than a minute for a video.
				const onProgress = (text: string): void => {
					if (progressToken === undefined) return;
					const params = { progressToken, progress: ++progress, message: this.context.secrets.hide(text) };
					notify({ method: "notifications/progress", params }).catch(() => undefined);
				};
				// The SDK's type for results is wider than these.
				return (await this.call(row, given as Record<string, unknown>, signal, onProgress)) as { content: [] };
			});
		}
		return server;
	}

	/** @throws UsageError for an unknown name */
	rows(): readonly TaskTool[] {
		const { tools } = this.settings;
		const all = TASK_TOOLS.map(({ name }) => name);
		const unknown = tools?.find((name) => !all.includes(name));
		if (unknown !== undefined) {
			throw unknownName(`There is no tool "${unknown}".`, `The tools are: ${all.join(", ")}.`);
		}
		return tools === undefined ? TASK_TOOLS : TASK_TOOLS.filter(({ name }) => tools.includes(name));
	}

	/** Runs a call of an agent; errors are part of the result. */
	private async call(
		row: TaskTool,
		given: Record<string, unknown>,
		signal: AbortSignal,
		onProgress: (text: string) => void,
	): Promise<ToolResult> {
		if (this.running >= MAX_CALLS) return failed(`${MAX_CALLS} calls are running. Try again when one has finished.`);
		this.running++;
		const seconds = this.settings.deadline ?? DEADLINE_S;
		const limit = startDeadline(seconds === 0 ? undefined : seconds * 1000, signal);
		const ended = limit.signal ?? signal;
		try {
			const task = row.task(given);
			const { content, ...outcome } =
				task === undefined
					? { content: await this.findModels(given, ended) }
					: await this.ask(row, task, given, ended, seconds, onProgress);
			// A service may repeat the token that it was sent.
			const hide = (part: Content): Content =>
				part.type === "text" ? { ...part, text: this.context.secrets.hide(part.text) } : part;
			return { content: content.map(hide), ...outcome };
		} catch (error) {
			const { message, hint } = describeError(error, this.context);
			return failed(this.context.secrets.hide([message, hint].filter(Boolean).join("\n")));
		} finally {
			limit.close();
			this.running--;
		}
	}

	private async ask(
		row: TaskTool,
		task: InferenceTask,
		given: Record<string, unknown>,
		signal: AbortSignal,
		deadline: number,
		onProgress: (text: string) => void,
	): Promise<ToolResult> {
		const { settings, context } = this;
		const { maxCost: _, models, tools: __, root: ___, outputDir: ____, ...target } = settings;
		const named = typeof given["model"] === "string" ? given["model"] : (models.get(row.name) ?? models.get(task));
		const recorder = await openCallRecorder("mcp", { ...settings, stats: true }, context);
		const { log, listen } = createCallLog((event) => {
			if (event.type === "progress") onProgress(event.text);
			if (event.type === "retry" || event.type === "note") onProgress(event.message);
		});
		const model = named ?? row.model;
		const options = { ...target, ...(model === undefined ? {} : { model }) };
		let called: CallTarget | undefined;
		const { costGate } = this;
		const watch = costGate
			? (fetch: Fetch) => costGate(recorder?.watch(fetch) ?? fetch, () => called)
			: recorder?.watch;
		const resolved = await race(openTarget(task, options, context, listen, watch), signal);
		called = { ...resolved, options: { ...resolved.options, signal } };
		let args: Args | undefined;
		const output = new OutputFolder(settings);
		try {
			args = await this.readArgs(row, task, given, called, signal);
			if (row.isMaker) await output.use((folder) => checkRoom(folder.draft()));
			const folder = output.opened;
			const call = { target: called, args, options: { stream: false, deadline }, log, recorder, folder };
			const answer = await send(call, listen, context);
			const result = "result" in answer ? answer.result : undefined;
			const failure = "result" in answer ? answer.failure : undefined;
			await recorder?.show(callIdentity(called), priceSource(called));
			await recorder?.end({ ...callFacts(called), arguments: args, output: result, ...failure });
			const content = await this.toContent(result, called, output);
			if (!failure) return { content };
			const { message } = describeError(failure.error, context);
			return { content: [...content, { type: "text", text: `${PARTIAL} ${message}` }], isError: true };
		} catch (problem) {
			const error = output.opened?.explain(problem) ?? problem;
			await recorder?.end({ ...callFacts(called), arguments: args, error });
			throw error;
		} finally {
			output.close();
		}
	}

	/** The arguments of the task; files are read below `--root` only. */
	private async readArgs(
		row: TaskTool,
		task: InferenceTask,
		given: Record<string, unknown>,
		target: CallTarget,
		signal: AbortSignal,
	): Promise<Args> {
		const { settings, context } = this;
		const publicFetch = target.publicFetch(0);
		const limit = context.flags.maxInput ?? MAX_FILE_BYTES;
		const outside = "is not a file in the folder that agents may read. Allow its folder with --root.";
		const rules = { folder: settings.root, allowed: [], outside, cwd: context.cwd, limit, deadline: undefined };
		const files = new RowFiles({ ...rules, publicFetch, fetch: publicFetch });
		const parameters = readCallerFields(row.parameters?.(given) ?? {}, []).fields;
		const fixed = { task, parameters, files, context: undefined, source: undefined, table: undefined };
		const input = {
			text: undefined,
			files: [],
			columns: undefined,
			system: undefined,
			images: [],
			...row.input?.(given),
		};
		try {
			return await buildArgs(input, fixed, signal);
		} catch (error) {
			// Agents must not probe the rest of the disk: a missing file and a forbidden one look the same.
			if (!(error instanceof NotRegular || (error instanceof Error && "syscall" in error))) throw error;
			const names = [given["image"] ?? given["audio"] ?? given["images"]].flat();
			throw new UsageError(`${names.join(", ")} ${outside}`, undefined, "file");
		}
	}

	/** Converts a result: text, small images and audio, and links to the files of the others. */
	private async toContent(result: unknown, target: CallTarget, output: OutputFolder): Promise<Content[]> {
		const files = findFiles(result);
		const all = files && [...files, ...(await otherFiles(result))];
		if (all) return (await Promise.all(all.map((file) => this.toFile(file, target, output)))).flat();
		const text = findText(result) ?? toJson(result) ?? "null";
		if (text.length <= MAX_TEXT) return [{ type: "text", text }];
		const saved = await this.save(new Blob([text], { type: "application/json" }), target, output);
		return [{ type: "text", text: `${text.slice(0, 1000)}… The whole answer is in the file.` }, saved];
	}

	private async toFile(file: Blob, target: CallTarget, output: OutputFolder): Promise<Content[]> {
		const kind = /^(image|audio)\//.exec(file.type)?.[1] as "image" | "audio" | undefined;
		const saved = await this.save(file, target, output);
		const text: Content = { type: "text", text: `Saved as ${saved.name} (${file.type}, ${file.size} bytes).` };
		if (!kind || file.size > MAX_INLINE_BYTES) return [text, saved];
		const data = toBase64(new Uint8Array(await file.arrayBuffer()));
		return [text, { type: kind, data, mimeType: file.type }, saved];
	}

	/**
	 * Saves a file below the output folder, under its own name.
	 * @throws SavedElsewhere if it cannot be written there: it is in the temporary folder
	 */
	private async save(file: Blob, { task }: CallTarget, output: OutputFolder): Promise<ResourceLink> {
		const { context, settings } = this;
		const unique = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;
		const name = `${taskName(task)}-${unique}.${findExtension(file.type)}`;
		try {
			const path = await output.use(async (folder) => {
				await saveInFolder(file, folder, name, context.signal);
				return folder.pathOf(name);
			});
			const shown = relative(settings.root, path);
			return {
				type: "resource_link",
				uri: pathToFileURL(path).href,
				name: shown.startsWith("..") ? basename(path) : shown,
				mimeType: file.type || "application/octet-stream",
			};
		} catch (error) {
			if (context.signal.aborted) throw error;
			throw savedElsewhere([await rescue(file, name, error, context)], error, context);
		}
	}

	private async findModels(given: Record<string, unknown>, signal: AbortSignal): Promise<Content[]> {
		const { task = "chat", words = "" } = given as { task?: string; words?: string };
		if (/^[\w.-]+\/[\w.-]+$/.test(words)) {
			const offers = await race(findOffers(words, {}, this.settings, this.context), signal);
			const { columns } = OFFER_LIST;
			const rows = `${columns.map(({ title }) => title).join("\t")}\n${viewLines(offers, { columns })}`.trimEnd();
			return [{ type: "text", text: offers.length > 0 ? rows : `No provider serves ${words}.` }];
		}
		const search = { task: checkTask(task), provider: this.settings.provider, query: words };
		const { hub } = await race(connectHub(this.settings, this.context), signal);
		const models = await findModels(search, async () => hub, this.context, signal);
		const lines = models.slice(0, 20).map(({ id, aside }) => `${id}\t${aside}`);
		return [{ type: "text", text: lines.join("\n") || "No model fits." }];
	}
}

/** The output folder during a call, opened when it is first used. */
class OutputFolder {
	private readonly settings: ToolSettings;
	opened: HeldFolder | undefined;

	constructor(settings: ToolSettings) {
		this.settings = settings;
	}

	/**
	 * Does something in the folder.
	 * @throws UsageError if a part of its path in the root is a link: the files there, such as a cloned repository, must
	 * not decide where results go
	 */
	async use<Result>(work: (folder: HeldFolder) => Result): Promise<Awaited<Result>> {
		const { root, outputDir } = this.settings;
		try {
			this.opened ??= new HeldFolder(root, outputDir);
			return await work(this.opened);
		} catch (error) {
			if (!(error instanceof FolderReplaced)) throw this.opened?.explain(error) ?? error;
			const problem = error.isLink ? "is a link" : "was replaced during the call";
			const hint = "Remove the link, or name another folder with --output-dir.";
			const shown = relative(root, error.path);
			throw new UsageError(`${shown} in the root ${problem}, so nothing is written there.`, hint, "file");
		}
	}

	close(): void {
		this.opened?.close();
	}
}

/** Errors repeat what was given, which may be long. */
function failed(text: string): ToolResult {
	const shown = text.length > MAX_ERROR ? `${text.slice(0, MAX_ERROR)}…` : text;
	return { content: [{ type: "text", text: shown }], isError: true };
}
