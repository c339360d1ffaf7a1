import { isPolicy } from "../../exchange/choose-offer.ts";
import type { Parties } from "../../exchange/index.ts";
import type { Fetch, Limits } from "../../http/index.ts";
import { fetchModel, type ModelRecord, normalizeMapping, searchModels } from "../../hub/index.ts";
import type { BaseArgs, CallOptions, InferenceTask } from "../../inference/index.ts";
import { findProvider } from "../../inference/registry.ts";
import { AUTO } from "../../inference/request.ts";
import { isSameTask } from "../../inference/resolve.ts";
import { MODEL_PREFIX, withDefaultModel } from "../config/default-models.ts";
import { type Config, readConfig } from "../config/read.ts";
import { resolveSetting } from "../config/settings.ts";
import { findToken, keyVariable, makeSandboxToken, SANDBOX_TOKEN, type Token, takeToken } from "../config/token.ts";
import type { Context } from "../context.ts";
import { concerning } from "../errors/subject.ts";
import { UsageError } from "../errors/usage.ts";
import type { GlobalOptions } from "../options/global.ts";
import { checkProvider, isLocalName, isServed, splitModel } from "../options/provider.ts";
import { servedTask, taskName } from "../options/task.ts";
import { checkEndpoint } from "./check-endpoint.ts";
import { type Connection, connect } from "./connect.ts";
import { type Listener, printNotes, toEvent } from "./events.ts";
import type { LocalChoice } from "./local/choose.ts";
import type { OfferSource } from "./offers.ts";
import type { RecordingOptions } from "./recording.ts";
import { tokenFor } from "./trust.ts";

/** Options that choose provider and model. */
export interface TargetOptions extends GlobalOptions, RecordingOptions {
	model?: string;
	provider?: string;
	direct?: boolean;
	endpoint?: string;
	/** Features the provider must have, in the form of `readNeeds`. */
	needs?: string;
	billTo?: string;
	stats?: boolean;
	/** Seconds. */
	deadline?: number;
	/** Thousands of calls will follow. */
	manyCalls?: boolean;
	/** The request is only shown, as it is, as a curl command or in a language; no key is needed for the last. */
	dryRun?: boolean;
	curl?: boolean;
	snippet?: string;
}

/** Whether the call is printed instead of being sent. */
export function isShown({ dryRun, curl, snippet }: TargetOptions): boolean {
	return Boolean(dryRun || curl) || snippet !== undefined;
}

/** Provider, model and options of a call. */
export interface Target {
	task: InferenceTask;
	/** Undefined for an endpoint without a model of its own. */
	model: string | undefined;
	provider: string | undefined;
	endpointUrl: string | undefined;
	accessToken: string | undefined;
	/** Handed to the library. */
	options: CallOptions;
	/** Where the token comes from. */
	tokenSource: string | undefined;
	/** Whether requests are recorded or replayed. */
	isRecorded: boolean;
	/** While requests are recorded: sends those that are no part of the call. */
	unrecorded?: Fetch | undefined;
	/** Whether the sandbox answers. */
	isSandbox: boolean;
	/** Headers given by hand; `options.fetch` adds them. */
	headers: Readonly<Record<string, string>>;
	/** The server on this machine that answers; `endpointUrl` leads to it. */
	local?: LocalChoice;
}

/**
 * Resolves provider, model and task from options, environment and configuration, and asks the hub for the rest.
 * @param written without `--token-stdin`, which {@link readTokenOption} has read
 * @param listen called with what happens now and during the call; by default notes are printed
 * @param config the stored settings, where they have been read already
 */
export async function resolveTarget(
	wantedTask: InferenceTask | undefined,
	written: TargetOptions,
	context: Context,
	listen: Listener = printNotes(context),
	watch?: (fetch: Fetch) => Fetch,
	config: Config = readConfig(context),
): Promise<Target> {
	const stored = wantedTask && config[`${MODEL_PREFIX}${wantedTask}`];
	const given = stored === undefined ? written : withDefaultModel(stored, written, context);
	const named = splitModel(given.model, given.provider);
	const endpointUrl = given.endpoint === undefined ? undefined : checkEndpoint(given.endpoint, given);
	const chosen = endpointUrl ? undefined : resolveSetting("provider", named.provider, context, config).value;
	if (isLocalName(chosen)) return await resolveLocal(chosen, wantedTask, written, context, listen, watch, config);
	const isSandbox = Boolean(given.sandbox) || chosen === "sandbox";
	const choosing = isPolicy(chosen) || given.needs !== undefined ? await import("./choose-provider.ts") : undefined;
	const wish = choosing?.readWish(chosen, given.needs);
	if (wish && endpointUrl) throw new UsageError("--needs does not apply to --endpoint.");
	const isNamed = chosen !== undefined && chosen !== "sandbox" && !isPolicy(chosen);
	const provider = isNamed ? checkProvider(chosen) : undefined;
	const subject = { provider: provider === AUTO ? undefined : provider, model: named.model };

	return await concerning(subject, async () => {
		let found: Partial<Parties> = {};
		const options = { ...given, sandbox: isSandbox, endpoint: endpointUrl, facts: () => found };
		const { fetch, hubUrl, routerUrl, recording, unrecorded } = await connect(options, context, config, listen, watch);
		const isReplay = recording?.mode === "replay";
		const direct = given.direct || (isReplay && provider !== undefined && (await recording.isDirect(provider)));
		const token =
			isSandbox || isReplay
				? standInToken(direct, provider, context)
				: chooseToken(given, provider, { endpointUrl, hubUrl, routerUrl }, context, config);
		// The hub never gets a provider's own key.
		const hubToken = token?.value.startsWith("hf_") ? token.value : undefined;
		const hub = { accessToken: hubToken, fetch, signal: context.signal, hubUrl };
		const find = async (): Promise<Pick<Target, "task" | "model">> => {
			const task = wantedTask ?? (await findTaskOfModel(named.model, hub));
			if (endpointUrl === undefined && !isServed(task)) throw (await import("./unserved-task.ts")).unservedTask(task);
			return { task, model: named.model ?? (endpointUrl ? undefined : await findModel(task, provider, hub)) };
		};
		const what = await concerning({ tokenSource: token?.source }, find);
		const tokenOf = (id: string): Token | undefined =>
			token ?? findToken({ provider: id, ownKeyOnly: Boolean(given.direct) }, context, config);
		// A request that is only shown needs no network: the router reads the suffix of a chat model itself.
		const suffix = isShown(given) && !given.needs && what.task === "conversational" ? wish?.policy : undefined;
		const choose = async (): Promise<string | undefined> => {
			if (!choosing || !wish || suffix || what.model === undefined) return subject.provider;
			const source = { fetch, routerUrl, accessToken: hubToken, isCached: !isSandbox && !recording };
			const mayCall = (id: string): boolean =>
				(subject.provider ?? id) === id && (isSandbox || isReplay || tokenOf(id) !== undefined);
			const market = { task: what.task, model: what.model, source, hub, mayCall };
			const choice = await choosing.chooseProvider(wish, market, context);
			if (given.stats) context.note(`${choice.provider} was chosen: ${choice.reason}.`);
			return choice.provider;
		};
		const choice = await choose();
		found = partiesOf({ ...what, provider: choice, endpointUrl });
		const used = token ?? (choice !== undefined && choice !== subject.provider ? tokenOf(choice) : undefined);
		return {
			...what,
			model: suffix && what.model !== undefined ? `${what.model}:${suffix}` : what.model,
			provider: choice,
			endpointUrl,
			accessToken: used?.value,
			tokenSource: used?.source,
			isRecorded: recording !== undefined,
			unrecorded,
			isSandbox,
			headers: given.header ?? {},
			options: callOptions(given, { fetch, hubUrl, routerUrl, recording }, context, listen),
		};
	});
}

function callOptions(
	given: TargetOptions,
	{ fetch, hubUrl, routerUrl, recording }: Pick<Connection, "fetch" | "hubUrl" | "routerUrl" | "recording">,
	context: Context,
	listen: Listener,
): CallOptions {
	return {
		fetch,
		limits: given.maxOutput === undefined ? undefined : limitsOf(given.maxOutput),
		// For the provider only: neither the hub nor file stores get them.
		headers: given.header,
		signal: context.signal,
		hubUrl,
		routerUrl,
		billTo: given.billTo,
		// The command's own fetch does it, with the user's number of attempts.
		retry_on_error: false,
		wait: recording?.wait,
		deadline: given.deadline ? given.deadline * 1000 : undefined,
		onNotice: (notice) => listen(toEvent(notice)),
	};
}

/** Resolves a server on this machine. The hub is not asked, and its token stays here. */
async function resolveLocal(
	name: string,
	task: InferenceTask = "conversational",
	given: TargetOptions,
	context: Context,
	listen: Listener,
	watch: ((fetch: Fetch) => Fetch) | undefined,
	config: Config,
): Promise<Target> {
	if (given.direct || given.sandbox || given.needs !== undefined) {
		const flag = given.direct ? "--direct" : given.sandbox ? "--sandbox" : "--needs";
		throw new UsageError(`${flag} does not apply to -p ${name}.`, undefined, "option-conflict");
	}
	const [{ chooseLocal }, { findKey }] = await Promise.all([import("./local/choose.ts"), import("./local/find.ts")]);
	const local = await chooseLocal(name, task, given.model, context);
	const { kind, url } = local.server;
	const { provider: _provider, sandbox: _sandbox, ...rest } = given;
	const facts = { task: task ?? null, model: local.model };
	const connection = await connect({ ...rest, endpoint: url, facts }, context, config, listen, watch);
	const isHubToken = given.token?.startsWith("hf_");
	if (isHubToken) context.note(`The hub's token is not sent to ${kind.name}.`);
	const own = isHubToken ? undefined : given.token;
	if (own) context.secrets.add(own, `$${kind.keyVariable}`);
	return {
		task,
		model: local.model,
		provider: undefined,
		endpointUrl: `${url}/v1`,
		accessToken: own ?? findKey(kind, url, context),
		tokenSource: own ? "--token" : kind.keyVariable,
		isRecorded: connection.recording !== undefined,
		isSandbox: false,
		headers: given.header ?? {},
		options: callOptions(given, connection, context, listen),
		local,
	};
}

/** Returns the library's arguments for a target. */
export function calleeOf(target: Target): Pick<BaseArgs, "accessToken" | "model" | "provider" | "endpointUrl"> {
	const { accessToken, model, provider, endpointUrl, local, task } = target;
	// An endpoint takes chats in OpenAI's form, and other tasks in the hub's; local servers know OpenAI's only.
	if (local && task !== "conversational") return { accessToken, model, provider: local.service };
	return { accessToken, model, provider, endpointUrl };
}

/** Longest string of V8, in characters. */
const LONGEST_TEXT = 2 ** 29 - 24;

/** Returns the limits of responses by `--max-output`. */
function limitsOf(bytes: number): Limits {
	const ofText = Math.min(bytes, LONGEST_TEXT);
	return { fileBytes: bytes, jsonBytes: ofText, eventBytes: ofText };
}

function chooseToken(
	given: TargetOptions,
	provider: string | undefined,
	{ endpointUrl, hubUrl, routerUrl }: Record<"endpointUrl" | "hubUrl" | "routerUrl", string | undefined>,
	context: Context,
	config: Config,
): Token | undefined {
	const known = provider === undefined ? undefined : findProvider(provider);
	const ownKeyOnly = Boolean(given.direct) || known?.routed === "never";
	if (given.direct && !known) throw new UsageError("--direct needs a provider.", "Name one with -p.", "no-provider");
	const token = takeToken({ given: given.token, provider: known?.id, ownKeyOnly }, context, config);
	if (given.snippet !== undefined) return token;
	if (ownKeyOnly && known && !token && (given.dryRun || given.curl)) {
		// Shown only, as the variable that holds the key.
		return makeSandboxToken(context, "key-of-the-provider", keyVariable(known.id));
	}
	if (given.direct && known && !token) {
		throw new UsageError(
			`--direct needs a key of ${known.label}.`,
			`Set ${keyVariable(known.id)}, or store one: hub login --provider ${known.id}`,
			"no-key",
		);
	}
	if (given.direct && token?.value.startsWith("hf_")) {
		throw new UsageError(
			"--direct needs the provider's own key; this is a hub token.",
			"Leave --direct out to go through the router.",
			"wrong-token",
		);
	}
	if (endpointUrl) return tokenFor(token, endpointUrl, context, config);
	// A provider's own key goes to the provider.
	if (!token?.value.startsWith("hf_")) return token;
	const first = tokenFor(token, hubUrl, context, config);
	return first && tokenFor(first, routerUrl, context, config);
}

/** Makes up a token for the sandbox and for recordings; the user's own never goes there. */
function standInToken(direct: boolean | undefined, provider: string | undefined, context: Context): Token {
	const isDirect = direct || findProvider(provider ?? "")?.routed === "never";
	const value = isDirect ? "sandbox-key" : SANDBOX_TOKEN;
	return makeSandboxToken(context, value, isDirect && provider ? keyVariable(provider) : "HF_TOKEN");
}

interface Hub {
	accessToken: string | undefined;
	fetch: Fetch;
	signal: AbortSignal;
	hubUrl: string | undefined;
}

async function findTaskOfModel(model: string | undefined, hub: Hub): Promise<InferenceTask> {
	if (model === undefined) {
		throw new UsageError("No task was given.", "Name it with --task, for instance --task chat.", "no-task");
	}
	const record = await fetchModel(model, hub, ["pipeline_tag", "tags"]);
	if (record.tags?.includes("conversational")) return "conversational";
	if (record.pipeline_tag && record.pipeline_tag !== "other") return servedTask(record.pipeline_tag);
	throw new UsageError(`The hub does not say which task ${model} is for.`, "Name it with --task.", "no-task");
}

async function findModel(task: InferenceTask, provider: string | undefined, hub: Hub): Promise<string> {
	const missing = (why: string): UsageError => new UsageError(why, "Name a model with -m.", "no-model");
	if (provider !== undefined && provider !== AUTO) {
		if (findProvider(provider)?.closedSource)
			throw missing(`Provider ${provider} needs a model, written ${provider}/NAME.`);
		const isChat = task === "conversational";
		const records = await searchModels(
			{
				pipelineTag: isChat ? "text-generation" : task,
				filter: isChat ? "conversational" : undefined,
				inferenceProvider: provider,
				sort: "downloads",
				limit: 50,
				expand: ["inferenceProviderMapping"],
			},
			hub,
		);
		const found = records.find((record) => servesTask(record, provider, task));
		if (!found)
			throw missing(`No model was given, and the hub lists none that ${provider} serves for ${taskName(task)}.`);
		return found.id;
	}
	const { findDefaultModel } = await import("../../catalogue/default-model.ts");
	const id = findDefaultModel(task);
	if (id === undefined) throw missing(`No model was given, and the task ${taskName(task)} has no default.`);
	return id;
}

/** Whether a provider does this with a model: what it is listed for may be something else, such as chat. */
function servesTask({ id, inferenceProviderMapping }: ModelRecord, provider: string, task: InferenceTask): boolean {
	if (!inferenceProviderMapping) return true;
	const entry = normalizeMapping(id, inferenceProviderMapping).find((candidate) => candidate.provider === provider);
	return entry?.status === "live" && isSameTask(provider, entry.task, task);
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

/**
 * Where the prices for a call to a target come from; undefined where none may be asked for. Look-ups of prices are never
 * recorded, and a replay makes none.
 */
export function priceSource({
	options,
	accessToken,
	isRecorded,
	unrecorded,
	isSandbox,
}: Target): OfferSource | undefined {
	const fetch = isRecorded ? unrecorded : (options.fetch ?? globalThis.fetch);
	return fetch && { fetch, routerUrl: options.routerUrl, accessToken, isCached: !isSandbox && !isRecorded };
}

/** Returns task, model and provider of a target, as far as they are known before the call. */
export function partiesOf({
	task,
	model,
	provider,
	endpointUrl,
}: Pick<Target, "task" | "model" | "provider" | "endpointUrl">): Partial<Parties> {
	return {
		task,
		...(model === undefined ? {} : { model }),
		...(provider === undefined || endpointUrl !== undefined ? {} : { provider }),
	};
}
