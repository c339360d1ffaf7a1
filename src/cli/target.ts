import { closestWord } from "../catalogue/closest-word.ts";
import type { WidgetType } from "../catalogue/index.ts";
import type { Fetch } from "../http/index.ts";
import { fetchModel, searchModels } from "../hub/index.ts";
import {
	AUTO,
	type CallOptions,
	findProvider,
	INFERENCE_PROVIDERS,
	type InferenceTask,
	type Notice,
} from "../inference/index.ts";
import { type Config, readConfig } from "./config.ts";
import type { Context } from "./context.ts";
import { createFetch, type Traffic } from "./fetch.ts";
import { readStdin } from "./input/stdin.ts";
import type { GlobalOptions } from "./options.ts";
import { isLoopback } from "./proxy.ts";
import { openSandbox, SANDBOX_TOKEN, viaSandbox } from "./sandbox.ts";
import { findToken, keyVariable, type Token } from "./token.ts";
import { UsageError } from "./usage-error.ts";

/** Options that say whom to call. */
export interface TargetOptions extends GlobalOptions {
	model?: string;
	provider?: string;
	direct?: boolean;
	endpoint?: string;
	billTo?: string;
	/** Seconds. */
	deadline?: number;
}

/** Whom a command calls, and how. */
export interface Target {
	task: InferenceTask;
	/** Undefined for an endpoint without a model of its own. */
	model: string | undefined;
	provider: string | undefined;
	endpointUrl: string | undefined;
	accessToken: string | undefined;
	/** Handed to the library. */
	options: CallOptions;
	/** Headers given by hand; `options.fetch` adds them. */
	headers: Readonly<Record<string, string>>;
	traffic: Traffic;
}

/** Works out whom to call from flags, environment and configuration, and asks the hub for what is missing. */
export async function resolveTarget(
	wantedTask: InferenceTask | undefined,
	given: TargetOptions,
	context: Context,
	watch?: (notice: Notice) => void,
): Promise<Target> {
	const config = readConfig(context);
	const { env } = context;
	const named = splitModel(given);
	const endpointUrl = checkEndpoint(given);
	const isSandbox = Boolean(given.sandbox) || named.provider === "sandbox";
	const fallback = endpointUrl ? undefined : (env["HUB_PROVIDER"] ?? config.provider);
	const chosen = named.provider ?? fallback;
	const provider = chosen === "sandbox" || endpointUrl ? undefined : checkProvider(chosen);
	Object.assign(context.subject, { provider, model: named.model });

	for (const [name, value] of Object.entries(given.header ?? {})) {
		if (/auth|key|token|cookie|secret/i.test(name)) context.secrets.set(value, "[redacted]");
	}
	const traffic: Traffic = { retries: 0 };
	const network = {
		timeout: given.timeout ?? readSeconds(env["HUB_TIMEOUT"]) ?? config.timeout ?? 120,
		retries: given.retries ?? 4,
		proxy: given.proxy,
		endpoint: endpointUrl,
	};
	const sandbox = isSandbox ? await openSandbox(context) : undefined;
	const plain = createFetch(context, network, traffic);
	const fetch = sandbox ? viaSandbox(plain, sandbox) : plain;
	const hubUrl = sandbox ?? env["HF_ENDPOINT"];
	const token = sandbox
		? sandboxToken(given, provider, context)
		: await chooseToken(given, provider, endpointUrl, context, config);
	// A provider's key is none of the hub's business.
	const hubToken = token?.value.startsWith("hf_") ? token.value : undefined;
	const hub = { accessToken: hubToken, fetch, signal: context.signal, hubUrl };

	const task = wantedTask ?? (await findTaskOfModel(named.model, hub));
	const model = named.model ?? (endpointUrl ? undefined : await findModel(task, provider, hub));
	context.subject.model = model;
	return {
		task,
		model,
		provider: provider === AUTO ? undefined : provider,
		endpointUrl,
		accessToken: token?.value,
		traffic,
		headers: given.header ?? {},
		options: {
			fetch: given.header ? withHeaders(fetch, given.header) : fetch,
			signal: context.signal,
			hubUrl,
			routerUrl: sandbox ?? env["HUB_ROUTER_URL"],
			billTo: given.billTo,
			// The command's own fetch does it, with the user's number of attempts.
			retry_on_error: false,
			deadline: given.deadline === undefined ? undefined : given.deadline * 1000,
			onNotice: (notice) => {
				showNotice(notice, context);
				watch?.(notice);
			},
		},
	};
}

/** `id:provider` names both; a suffix that is a policy of the router (`:fastest`) stays part of the id. */
function splitModel({ model, provider }: TargetOptions): { model: string | undefined; provider: string | undefined } {
	const colon = model?.lastIndexOf(":") ?? -1;
	if (model === undefined || colon < 1) return { model, provider };
	const suffix = model.slice(colon + 1);
	if (!findProvider(suffix) && suffix !== "sandbox") return { model, provider };
	if (provider !== undefined && provider !== suffix) {
		throw new UsageError(
			`The model names the provider ${suffix}, and --provider names ${provider}.`,
			"Give one of them.",
		);
	}
	return { model: model.slice(0, colon), provider: suffix };
}

function checkEndpoint({ endpoint, provider, direct }: TargetOptions): string | undefined {
	if (endpoint === undefined) return undefined;
	if (provider !== undefined || direct) {
		throw new UsageError(
			`--endpoint and --${direct ? "direct" : "provider"} exclude each other.`,
			"An endpoint is its own provider.",
		);
	}
	if (!/^https?:\/\//.test(endpoint) || !URL.canParse(endpoint)) {
		throw new UsageError(`--endpoint must be an address with http:// or https://, got "${endpoint}".`);
	}
	return endpoint;
}

function checkProvider(provider: string | undefined): string | undefined {
	if (provider === undefined || provider === AUTO || findProvider(provider)) return provider;
	const guess = closestWord(provider, [...INFERENCE_PROVIDERS, AUTO, "sandbox"]);
	throw new UsageError(
		`There is no provider "${provider}".`,
		guess ? `Did you mean ${guess}?` : `Providers: ${INFERENCE_PROVIDERS.join(", ")}, auto, sandbox.`,
	);
}

async function chooseToken(
	given: TargetOptions,
	provider: string | undefined,
	endpointUrl: string | undefined,
	context: Context,
	config: Config,
): Promise<Token | undefined> {
	if (given.token !== undefined) {
		context.note("--token is visible to other users of this machine; prefer HF_TOKEN or --token-stdin.");
	}
	const piped = given.tokenStdin ? new TextDecoder().decode(await readStdin(context)).trim() : undefined;
	if (given.tokenStdin && !piped) throw new UsageError("--token-stdin: nothing came on standard input.");
	const known = provider === undefined ? undefined : findProvider(provider);
	const ownKeyOnly = Boolean(given.direct) || known?.routed === "never";
	if (given.direct && !known) throw new UsageError("--direct needs a provider.", "Name one with -p.");
	const token = findToken({ given: piped ?? given.token, provider: known?.id, ownKeyOnly }, context, config);
	if (given.direct && known && !token) {
		throw new UsageError(`--direct needs a key of ${known.label}.`, `Set ${keyVariable(known.id)}.`);
	}
	if (given.direct && token?.value.startsWith("hf_")) {
		throw new UsageError(
			"--direct needs the provider's own key; this is a hub token.",
			"Leave --direct out to go through the router.",
		);
	}
	if (endpointUrl && token && !token.isExplicit && !mayReceiveToken(endpointUrl)) {
		context.note(
			`The token from ${token.source} is not sent to ${new URL(endpointUrl).origin}, which is not encrypted.`,
		);
		return undefined;
	}
	return token;
}

function mayReceiveToken(endpointUrl: string): boolean {
	const { protocol, hostname } = new URL(endpointUrl);
	return protocol === "https:" || isLoopback(hostname);
}

/** In the sandbox a made-up token does; the user's own never goes there. */
function sandboxToken({ direct }: TargetOptions, provider: string | undefined, context: Context): Token {
	const isDirect = direct || findProvider(provider ?? "")?.routed === "never";
	const value = isDirect ? "sandbox-key" : SANDBOX_TOKEN;
	const variable = isDirect && provider ? keyVariable(provider) : "HF_TOKEN";
	context.secrets.set(value, `$${variable}`);
	return { value, source: "the sandbox", variable, isExplicit: true };
}

interface Hub {
	accessToken: string | undefined;
	fetch: Fetch;
	signal: AbortSignal;
	hubUrl: string | undefined;
}

async function findTaskOfModel(model: string | undefined, hub: Hub): Promise<InferenceTask> {
	if (model === undefined) {
		throw new UsageError("What is to be done? No task was given.", "Name it with --task, for instance --task chat.");
	}
	const record = await fetchModel(model, hub, ["pipeline_tag", "tags"]);
	if (record.tags?.includes("conversational")) return "conversational";
	if (record.pipeline_tag && record.pipeline_tag !== "other") return record.pipeline_tag;
	throw new UsageError(`The hub does not say which task ${model} is for.`, "Name it with --task.");
}

/** Tasks whose default model is that of another. */
const DEFAULT_MODEL_OF: Partial<Record<WidgetType, WidgetType>> = {
	conversational: "text-generation",
	"text-to-audio": "text-to-speech",
};

async function findModel(task: InferenceTask, provider: string | undefined, hub: Hub): Promise<string> {
	const missing = (why: string): UsageError => new UsageError(why, "Name a model with -m.");
	if (provider !== undefined && provider !== AUTO) {
		if (findProvider(provider)?.closedSource)
			throw missing(`Provider ${provider} needs a model, written ${provider}/NAME.`);
		const isChat = task === "conversational";
		const [found] = await searchModels(
			{
				pipelineTag: isChat ? "text-generation" : task,
				filter: isChat ? "conversational" : undefined,
				inferenceProvider: provider,
				sort: "downloads",
				limit: 1,
			},
			hub,
		);
		if (!found) throw missing(`No model was given, and the hub lists none that ${provider} serves for ${task}.`);
		return found.id;
	}
	const { TASK_RECORDS } = await import("../catalogue/task-records.ts");
	const key = DEFAULT_MODEL_OF[task] ?? task;
	const id = key === "conversational" ? undefined : TASK_RECORDS[key]?.models[0];
	if (id === undefined) throw missing(`No model was given, and the task ${task} has no default.`);
	return id;
}

/** The headers go where the task goes, with its polls; not to the hub, nor to where results are downloaded from. */
function withHeaders(fetch: Fetch, headers: Readonly<Record<string, string>>): Fetch {
	let origin: string | undefined;
	return (input, init) => {
		const { origin: target } = new URL(input instanceof Request ? input.url : input);
		if (init?.method === "POST") origin ??= target;
		if (target !== origin) return fetch(input, init);
		return fetch(input, { ...init, headers: mergeHeaders(init?.headers as Record<string, string>, headers) });
	};
}

/** Headers with others on top; names count in any spelling. */
export function mergeHeaders(
	headers: Readonly<Record<string, string>> | undefined,
	others: Readonly<Record<string, string>>,
): Record<string, string> {
	const names = new Set(Object.keys(others).map((name) => name.toLowerCase()));
	const kept = Object.entries(headers ?? {}).filter(([name]) => !names.has(name.toLowerCase()));
	return { ...Object.fromEntries(kept), ...others };
}

function readSeconds(text: string | undefined): number | undefined {
	if (!text) return undefined;
	const seconds = Number(text);
	if (Number.isNaN(seconds) || seconds < 0)
		throw new UsageError(`HUB_TIMEOUT must be a number of seconds, got "${text}".`);
	return seconds;
}

function showNotice(notice: Notice, context: Context): void {
	if (notice.type === "auto-selected") context.subject.provider = notice.provider;
	if (notice.type === "staging") context.note(notice.message);
}
