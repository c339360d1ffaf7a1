import { randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { toBase64 } from "../../../base/base64.ts";
import { getPath } from "../../../base/json.ts";
import { findExtension } from "../../../base/media-type.ts";
import { servedTask } from "../../../catalogue/aliases.ts";
import { formatCost } from "../../../exchange/decimal.ts";
import type { Offer } from "../../../exchange/offers.ts";
import { type Admission, Budgets } from "../../../gateway/budgets.ts";
import { GatewayError } from "../../../gateway/errors.ts";
import { race } from "../../../http/index.ts";
import type { Args, InferenceTask } from "../../../inference/index.ts";
import { readConfig } from "../../config/settings.ts";
import type { Context } from "../../context.ts";
import { describeError, reasonOf } from "../../errors/report.ts";
import { withSubject } from "../../errors/subject.ts";
import { UsageError } from "../../errors/usage.ts";
import { NotRegular } from "../../files/read-bounded.ts";
import { makeFolder } from "../../files/replace-file.ts";
import { isOnDisk, saveBlob } from "../../files/save-blob.ts";
import { openCallRecorder } from "../../network/call-recorder.ts";
import { createCallLog } from "../../network/connect.ts";
import { connectHub } from "../../network/hub.ts";
import { loadOffers } from "../../network/offers.ts";
import type { GlobalOptions } from "../../options/global-flags.ts";
import { checkProvider, isLocalName } from "../../options/provider.ts";
import { checkTask } from "../../options/task.ts";
import { findOffers, OFFER_LIST } from "../../output/offers.ts";
import { findFiles, findText } from "../../output/result.ts";
import { findModels } from "../../target/find-models.ts";
import { resolveTarget } from "../../target/resolve.ts";
import { callIdentity, priceSource, type Target } from "../../target/target.ts";
import { viewLines } from "../../terminal/table.ts";
import { buildArgs } from "../batch/input/row-args.ts";
import { RowFiles } from "../batch/input/row-files.ts";
import type { InferOptions } from "../infer/options.ts";
import { send } from "../infer/send.ts";
import { type OfferedTool, TOOL_NAMES } from "./tool-list.ts";

/** Calls at a time: an agent that sends more is told to wait. */
const MAX_CALLS = 16;
/** Bytes of the largest file that a call may name, unless `--max-input` says so. */
const MAX_FILE_BYTES = 100_000_000;
/** Bytes of the largest picture or sound within a result; larger ones become files. */
const MAX_INLINE_BYTES = 750_000;
/** Characters of the longest text within a result: about what agents accept. */
const MAX_TEXT = 20_000;
/** Characters of a longer text that are shown. */
const SHOWN_TEXT = 1000;
/** Seconds of a call. */
const DEADLINE_S = 600;

/** Options of `hub mcp`. */
export interface McpServerOptions extends GlobalOptions {
	/** Port of HTTP; undefined for standard input and output. */
	http?: number;
	host?: string;
	allowHost?: string[];
	/** False: `--no-key`. */
	key?: boolean;
	keyStdin?: boolean;
	tools?: string[];
	model?: string[];
	provider?: string;
	/** US dollars. */
	maxCost?: number;
	unknownPrice?: "refuse" | "allow";
	root?: string;
	outputDir?: string;
	billTo?: string;
	/** Seconds. */
	deadline?: number;
	print?: "codex" | "claude" | "cursor" | "vscode";
}

/** A part of a result, as the protocol has it. */
type Content =
	| { type: "text"; text: string }
	| { type: "image" | "audio"; data: string; mimeType: string }
	| { type: "resource_link"; uri: string; name: string; mimeType: string; size: number };

/** The result of a call of a tool. */
export interface ToolResult {
	content: Content[];
	isError?: boolean;
	/** Facts that the model need not read. */
	_meta?: Record<string, unknown>;
	[name: string]: unknown;
}

/** Runs tools. What agents send is hostile: arguments are checked, files and calls bounded, secrets hidden. */
export class ToolRunner {
	private readonly given: McpServerOptions;
	private readonly context: Context;
	private readonly models: ReadonlyMap<string, string>;
	private readonly root: string;
	private readonly budgets: Budgets | undefined;
	private offers: readonly Offer[] | undefined;
	private outputDir: string | undefined;
	private calls = 0;

	/** @param given without `--token-stdin`, which has been read */
	constructor(given: McpServerOptions, context: Context) {
		this.given = given;
		this.context = context;
		this.models = readModels(given.model);
		this.root = resolve(context.cwd, given.root ?? ".");
		this.outputDir = given.outputDir === undefined ? undefined : resolve(context.cwd, given.outputDir);
		const budget = given.maxCost === undefined ? undefined : ({ usd: given.maxCost, per: "run" } as const);
		const options = { budget, unknownPrice: given.unknownPrice };
		this.budgets = budget && new Budgets(options, () => this.offers, context.now);
	}

	/** Runs a tool with arguments that fit its schema; errors are results, for the model to read. */
	async call(
		tool: OfferedTool,
		args: Record<string, unknown>,
		signal: AbortSignal,
		hear: (text: string) => void,
	): Promise<ToolResult> {
		if (this.calls >= MAX_CALLS) {
			return asError(`${MAX_CALLS} calls are in progress already. Try again when one has ended.`);
		}
		this.calls++;
		const seconds = this.given.deadline ?? DEADLINE_S;
		// It covers look-ups and files too.
		const ended = seconds === 0 ? signal : AbortSignal.any([signal, AbortSignal.timeout(seconds * 1000)]);
		try {
			const result = tool.task ? await this.run(tool, tool.task, args, ended, hear) : await this.search(args, ended);
			return this.hideSecrets(result);
		} catch (error) {
			const { message, hint } = describeError(reasonOf(error, this.context), this.context);
			return this.hideSecrets(asError([message, hint].filter(Boolean).join("\n")));
		} finally {
			this.calls--;
		}
	}

	/** Sends the call through the pipeline of `hub infer`. */
	private async run(
		tool: OfferedTool,
		named: InferenceTask,
		args: Record<string, unknown>,
		signal: AbortSignal,
		hear: (text: string) => void,
	): Promise<ToolResult> {
		const { context, given } = this;
		const chosen = tool.labeled && args["labels"] ? tool.labeled : named;
		const task = servedTask(chosen);
		const model = args["model"] ?? this.models.get(chosen) ?? this.models.get(tool.name) ?? tool.model;
		const { tools: _tools, key: _key, model: _model, ...shared } = given;
		const options: InferOptions = {
			...shared,
			...(typeof model === "string" ? { model } : {}),
			stream: false,
			stats: given.maxCost !== undefined,
		};
		const config = readConfig(context);
		const { log, listen } = createCallLog((event) => {
			if (event.type === "progress") hear(event.text);
			if (event.type === "retry" || event.type === "note") hear(event.message);
		});
		const recorder = await openCallRecorder("mcp", options, context, config);
		const found = await race(resolveTarget(task, options, context, listen, recorder?.watch, config), signal);
		const target: Target = { ...found, options: { ...found.options, signal } };
		let input: Args | undefined;
		let admission: Admission | undefined;
		try {
			const subject = () => ({ ...target, provider: log.provider ?? target.provider });
			return await withSubject(subject, async () => {
				input = await this.readInput(tool, args, target, signal);
				admission = await this.admit(target, input);
				const answer = await send({ target, args: input, options, log, recorder }, listen, context);
				const result = "result" in answer ? answer.result : undefined;
				const shown = await recorder?.show(callIdentity(target), priceSource(target));
				admission?.settle(shown?.cost_usd ?? null, findText(result) ?? "");
				admission = undefined;
				await recorder?.end({
					identity: callIdentity(target),
					isSandbox: target.isSandbox,
					arguments: input,
					output: result,
				});
				const facts = { model: target.model, provider: log.provider ?? target.provider, cost_usd: shown?.cost_usd };
				return { content: await this.describe(result, tool, signal), _meta: facts };
			});
		} catch (error) {
			admission?.settle(null, undefined);
			await recorder?.end({ identity: callIdentity(target), isSandbox: target.isSandbox, arguments: input, error });
			throw error;
		}
	}

	/** Returns the library's arguments; files are read below the root only, and URLs on the public internet. */
	private async readInput(
		{ parameters, name }: OfferedTool,
		args: Record<string, unknown>,
		target: Target,
		signal: AbortSignal,
	): Promise<Args> {
		const fetch = target.publicFetch(this.given.retries ?? 1);
		const outside = `is no file below ${this.root}, the folder of this server.`;
		const files = new RowFiles({
			author: "The call",
			outside,
			folder: this.root,
			allowed: [],
			cwd: this.root,
			limit: this.context.flags.maxInput ?? MAX_FILE_BYTES,
			deadline: undefined,
			publicFetch: fetch,
			fetch,
		});
		const own = parameters.filter((key) => args[key] !== undefined).map((key) => [key, args[key]] as const);
		const { labels, source, images } = args;
		const main = ["prompt", "text", "texts", "question", "sentences", "image", "audio", "video"]
			.map((key) => args[key])
			.find((value) => value !== undefined);
		const isLooking = name === "describe_image";
		const pictures = isLooking ? [args["image"]] : Array.isArray(images) ? images : [];
		try {
			return await buildArgs(
				{
					main: isLooking ? (args["prompt"] ?? "Describe this image.") : main,
					columns: args,
					system: typeof args["system"] === "string" ? args["system"] : undefined,
					images: pictures.map(String),
				},
				{
					task: target.task,
					parameters: { ...Object.fromEntries(own), ...(labels ? { candidate_labels: labels } : {}) },
					files,
					context: undefined,
					source: typeof source === "string" ? source : undefined,
					table: undefined,
				},
				signal,
			);
		} catch (error) {
			// What is there outside the root is nobody's business: a missing file and a forbidden one look the same.
			if (!(error instanceof NotRegular || (error instanceof Error && "syscall" in error))) throw error;
			throw new UsageError(`${[main, pictures].flat().join(", ")} ${outside}`, undefined, "file");
		}
	}

	/**
	 * Counts a call against `--max-cost`.
	 * @throws UsageError if the budget is spent, or the price is unknown
	 */
	private async admit(target: Target, input: Args): Promise<Admission | undefined> {
		const { budgets, context } = this;
		if (!budgets) return undefined;
		const source = priceSource(target);
		this.offers ??= source && (await loadOffers(source, context).catch(() => undefined));
		const { model = "", provider, local } = target;
		try {
			const called = { model, provider, ...(local ? { isLocal: true as const } : {}) };
			return budgets.admit(undefined, [called], JSON.stringify(input));
		} catch (error) {
			if (!(error instanceof GatewayError)) throw error;
			if (error.details.code === "unknown_price") throw new UsageError(error.message);
			const { retryAfter } = error.details;
			const cost = formatCost(this.given.maxCost ?? 0);
			throw new UsageError(
				retryAfter === undefined
					? `The budget of this server, $${cost}, is spent.`
					: `The budget of this server, $${cost}, may be used up by calls in progress. Try again when they have ended.`,
			);
		}
	}

	/** Returns a result as parts: text, small pictures and sound, links to files. */
	private async describe(result: unknown, { name }: OfferedTool, signal: AbortSignal): Promise<Content[]> {
		const files = findFiles(result);
		if (files) {
			const parts = await Promise.all(files.map((file) => this.describeFile(file, name, signal)));
			const facts = Array.isArray(result) ? result.map(({ blob: _, mask: __, ...rest }) => rest) : undefined;
			return [...parts.flat(), ...(facts ? await this.describeText(JSON.stringify(facts), name, signal) : [])];
		}
		const text = findText(result);
		if (text === undefined) return await this.describeText(JSON.stringify(result), name, signal);
		const isCut = getPath(result, "choices", 0, "finish_reason") === "length";
		return await this.describeText(isCut ? `${text}\n[cut off at max_tokens]` : text, name, signal);
	}

	private async describeText(text: string, name: string, signal: AbortSignal): Promise<Content[]> {
		if (text.length <= MAX_TEXT) return [{ type: "text", text }];
		const type = /^[[{]/.test(text) ? "application/json" : "text/plain";
		const saved = await this.save(new Blob([text], { type }), name, signal);
		return [
			{ type: "text", text: `${text.slice(0, SHOWN_TEXT)} … ${text.length} characters in all, in the file.` },
			saved,
		];
	}

	private async describeFile(file: Blob, name: string, signal: AbortSignal): Promise<Content[]> {
		const kind = (["image", "audio"] as const).find((medium) => file.type.startsWith(`${medium}/`));
		const isInline = kind !== undefined && file.size <= MAX_INLINE_BYTES && !isOnDisk(file);
		const saved = isInline && this.given.outputDir === undefined ? [] : [await this.save(file, name, signal)];
		if (!isInline) return saved;
		const data = toBase64(new Uint8Array(await file.arrayBuffer()));
		return [{ type: kind, data, mimeType: file.type }, ...saved];
	}

	private async save(file: Blob, name: string, signal: AbortSignal): Promise<Content> {
		this.outputDir ??= mkdtempSync(join(tmpdir(), "hub-mcp-"));
		makeFolder(this.outputDir);
		const path = join(this.outputDir, `${name}-${randomUUID().slice(0, 8)}.${findExtension(file.type)}`);
		await saveBlob(file, path, false, signal);
		const { size, type: mimeType } = file;
		return { type: "resource_link", uri: pathToFileURL(path).href, name: path, mimeType, size };
	}

	/** Searches models, or lists who serves one. */
	private async search(args: Record<string, unknown>, signal: AbortSignal): Promise<ToolResult> {
		const { given, context } = this;
		const word = (key: string): string | undefined => (typeof args[key] === "string" ? args[key] : undefined);
		const query = word("query") ?? "";
		const named = word("provider");
		// Servers on this machine are the user's to name.
		if (named !== undefined && isLocalName(named)) throw new UsageError("Calls may not name servers on this machine.");
		const provider = named === undefined ? given.provider : checkProvider(named);
		const task = word("task") === undefined ? undefined : servedTask(checkTask(word("task") ?? ""));
		if (/^[\w.-]+\/[\w.-]+$/.test(query)) {
			const offers = await race(
				findOffers(query, { task, provider: named, needs: undefined, sort: undefined }, given, context),
				signal,
			);
			if (offers.length === 0) return asText(`No provider serves ${query}.`);
			const { columns } = OFFER_LIST;
			return asText(`${columns.map(({ title }) => title).join("\t")}\n${viewLines(offers, { columns })}`.trimEnd());
		}
		const hub = async () => (await connectHub(given, context)).hub;
		const found = await findModels({ task: task ?? "conversational", provider, query }, hub, context, signal);
		return asText(found.map(({ id, aside }) => `${id}\t${aside}`).join("\n") || "No model matches.");
	}

	private hideSecrets(result: ToolResult): ToolResult {
		const hide = (part: Content): Content =>
			part.type === "text" ? { ...part, text: this.context.secrets.hide(part.text) } : part;
		return { ...result, content: result.content.map(hide) };
	}
}

function asText(text: string): ToolResult {
	return { content: [{ type: "text", text }] };
}

/** An error that the model reads. */
export function asError(text: string): ToolResult {
	return { ...asText(text), isError: true };
}

/** Reads `-m task=model`: tools by their names, tasks by their ids. */
function readModels(entries: readonly string[] = []): ReadonlyMap<string, string> {
	return new Map(
		entries.map((entry) => {
			const [, name = "", model = ""] = /^([\w-]+)=(\S+)$/.exec(entry) ?? [];
			if (model === "") {
				throw new UsageError(`-m ${entry}: name the task too.`, "For example -m chat=ORG/NAME.", "option-value");
			}
			return [TOOL_NAMES.includes(name) ? name : checkTask(name), model];
		}),
	);
}
