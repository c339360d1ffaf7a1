import { findTask, servedTask, taskName } from "../../catalogue/aliases.ts";
import { isPolicy } from "../../exchange/choose-offer.ts";
import type { Fetch, Limits } from "../../http/index.ts";
import { fetchModel, type HubOptions, normalizeMapping, searchModels } from "../../hub/index.ts";
import { AUTO } from "../../inference/build-request.ts";
import type { BaseArgs, CallOptions, InferenceTask } from "../../inference/index.ts";
import { findProvider } from "../../inference/providers/registry.ts";
import { isSameTask } from "../../inference/resolve.ts";
import { MODEL_PREFIX } from "../config/default-models.ts";
import { findPlacement, type Placement } from "../config/placement.ts";
import type { Config } from "../config/settings.ts";
import { findToken, keyVariable, type Token, takeToken } from "../config/token.ts";
import type { Context } from "../context.ts";
import { attachSubject, type Subject } from "../errors/subject.ts";
import { conflict, inapplicable, missingModel, UsageError } from "../errors/usage.ts";
import type { LocalChoice } from "../local/servers.ts";
import { type Connection, type Listener, makeSandboxToken, toEvent } from "../network/connect.ts";
import { checkEndpoint, tokenFor } from "../network/trust.ts";
import { checkProvider, isLocalName, SERVED_TASKS } from "../options/provider.ts";
import type { CallTarget, TargetOptions } from "./target.ts";

/** Where a call goes, as far as the command line, the environment and the settings decide. */
export interface CallPlacement extends Placement {
	task: InferenceTask | undefined;
	/** The provider as it was named: an id, `auto`, a policy or a server on this machine. */
	named: string | undefined;
	/** The provider, if an id or `auto` was named. */
	provider: string | undefined;
	endpointUrl: string | undefined;
	/** The server on this machine that serves the call. */
	local: LocalChoice | undefined;
}

/** Finds where a call goes. Sends requests only to servers on this machine. */
export async function placeCall(
	task: InferenceTask | undefined,
	raw: TargetOptions,
	context: Context,
	config: Config,
): Promise<CallPlacement> {
	const endpointUrl = raw.endpoint === undefined ? undefined : checkEndpoint(raw.endpoint, raw);
	const placement = findPlacement(raw, context, config, task && config[`${MODEL_PREFIX}${task}`]);
	const { model, provider: named, isSandbox } = placement;
	if (isLocalName(named)) return await placeLocally(named, model, task, raw, context);
	if (raw.needs !== undefined && endpointUrl) throw new UsageError("--needs does not apply to --endpoint.");
	if (raw.wire !== undefined && !endpointUrl)
		throw inapplicable("--wire needs --endpoint.", "It names the API that an endpoint speaks.");
	const provider = named === undefined || isPolicy(named) ? undefined : checkProvider(named);
	const known = endpointUrl || provider === undefined ? undefined : findProvider(provider);
	if (raw.direct && !known && !endpointUrl && !(isSandbox && isPolicy(named)))
		throw new UsageError("--direct needs a provider.", "Name one with -p, such as -p together.", "no-provider");
	const lacksTask = task !== undefined && known !== undefined && !Object.hasOwn(known.tasks, task);
	const lacksPrefix = known?.closedSource && model !== undefined && !model.startsWith(`${known.id}/`);
	if (known && ((lacksTask && SERVED_TASKS.has(task)) || (lacksPrefix && raw.snippet === undefined))) {
		throw (await import("./unserved-task.ts")).notServed(known, lacksTask ? task : undefined, model);
	}
	return { task, model, named, provider, endpointUrl, isSandbox, local: undefined };
}

/**
 * Finds task, model and token of a call. What the options leave open is looked up on Hugging Face.
 * @param raw without `--token-stdin`, which {@link readTokenOption} has read
 * @param connection to where the call goes
 * @param listen called with events during the call
 */
export async function resolveTarget(
	placement: CallPlacement,
	raw: TargetOptions,
	connection: Connection,
	context: Context,
	config: Config,
	listen: Listener,
): Promise<CallTarget> {
	const { local, endpointUrl, provider, isSandbox, named, model } = placement;
	if (local) return await resolveLocal(placement, local, raw, connection, context, listen);
	let token: Token | undefined;
	try {
		const { recording } = connection;
		const isReplay = recording?.mode === "replay";
		const direct = raw.direct || (isReplay && provider !== undefined && (await recording.isDirect(provider)));
		const needsOwnKey = direct || findProvider(provider ?? "")?.routed === "never";
		// The user's own token never goes to the sandbox or into a replay.
		token =
			isSandbox || isReplay
				? makeSandboxToken(context, needsOwnKey ? (provider ?? AUTO) : undefined)
				: chooseToken(raw, provider, { endpointUrl, ...connection }, context, config);
		const hub = hubOptions(token?.value, connection, context);
		const task = placement.task ?? onlyTaskOf(provider) ?? (await findTaskOfModel(model, hub));
		if (!endpointUrl && !SERVED_TASKS.has(task)) throw (await import("./unserved-task.ts")).unservedTask(task);
		return {
			task,
			model: model ?? (endpointUrl ? undefined : await findModel(task, provider, hub)),
			requestedProvider: named,
			provider: provider === AUTO ? undefined : provider,
			endpointUrl,
			accessToken: token?.value,
			tokenSource: token?.source,
			isRecorded: recording !== undefined,
			unrecorded: connection.unrecorded,
			publicFetch: connection.publicFetch,
			isSandbox,
			headers: raw.header ?? {},
			options: callOptions(raw, connection, context, listen),
		};
	} catch (error) {
		throw attachSubject(error, { ...placedSubject(placement), tokenSource: token?.source });
	}
}

/** The known facts of a call's target before its token. */
export function placedSubject({ provider, model }: CallPlacement): Subject {
	return { provider: provider === AUTO ? undefined : provider, model };
}

function hubOptions(token: string | undefined, { fetch, hubUrl }: Connection, { signal }: Context): Hub {
	// Hugging Face never gets a provider's own key.
	return { accessToken: token?.startsWith("hf_") ? token : undefined, fetch, signal, hubUrl };
}

/** Whether the call goes through the router: a replay has to use the same route. */
export function isRouted({ endpointUrl, provider, accessToken }: CallTarget, { direct }: TargetOptions): boolean {
	const isHubToken = accessToken === undefined || accessToken.startsWith("hf_");
	return endpointUrl === undefined && !direct && isHubToken && findProvider(provider ?? "")?.routed !== "never";
}

/** Chooses the provider of a target by a policy or by `--needs`; without them it stays as it is. */
export async function applyPolicy(
	target: CallTarget,
	flags: TargetOptions,
	connection: Connection,
	context: Context,
	config: Config,
): Promise<CallTarget> {
	const { task, model, provider, accessToken, isSandbox, isRecorded, requestedProvider } = target;
	if (target.local || (!isPolicy(requestedProvider) && flags.needs === undefined)) return target;
	const { chooseProvider, readCriteria } = await import("./choose-provider.ts");
	const criteria = readCriteria(requestedProvider, flags.needs);
	if (!criteria || model === undefined) return target;
	// A shown request needs no network: the router itself interprets the suffix of a chat model.
	if (isPreview(flags) && !flags.needs && task === "conversational")
		return { ...target, model: `${model}:${criteria.policy}` };
	const findKey = (id: string): Token | undefined =>
		findToken({ provider: id, ownKeyOnly: Boolean(flags.direct) }, context, config);
	const isReplay = connection.recording?.mode === "replay";
	const hasToken = isSandbox || isReplay || accessToken !== undefined;
	const hub = hubOptions(accessToken, connection, context);
	const { routerUrl } = target.options;
	const source = { fetch: hub.fetch, routerUrl, accessToken: hub.accessToken, isCached: !isSandbox && !isRecorded };
	const mayCall = (id: string): boolean => (provider ?? id) === id && (hasToken || findKey(id) !== undefined);
	const choice = await chooseProvider(criteria, { task, model, source, hub, mayCall }, context);
	if (flags.stats) context.note(`${choice.provider} was chosen: ${choice.reason}.`);
	const key = accessToken === undefined && choice.provider !== provider ? findKey(choice.provider) : undefined;
	const keyed = key ? { accessToken: key.value, tokenSource: key.source } : {};
	return { ...target, provider: choice.provider, ...keyed };
}

/** Chooses a server on this machine. */
async function placeLocally(
	name: string,
	model: string | undefined,
	task: InferenceTask = "conversational",
	raw: TargetOptions,
	context: Context,
): Promise<CallPlacement> {
	const flag = raw.direct ? (raw.directBy ?? "--direct") : raw.needs === undefined ? "" : "--needs";
	if (flag !== "") throw conflict(`${flag} does not apply to -p ${name}.`);
	const { chooseLocal } = await import("../local/servers.ts");
	const local = await chooseLocal(name, task, model, context, isPreview(raw));
	const endpointUrl = local.server.url;
	return { task, model: local.model, named: name, provider: undefined, endpointUrl, isSandbox: false, local };
}

/** Resolves a server on this machine, without requests to Hugging Face or its token. */
async function resolveLocal(
	{ task = "conversational", named }: CallPlacement,
	local: LocalChoice,
	raw: TargetOptions,
	connection: Connection,
	context: Context,
	listen: Listener,
): Promise<CallTarget> {
	const { findKey } = await import("../local/servers.ts");
	const { kind, url } = local.server;
	const { billTo, ...rest } = raw;
	const isHubToken = raw.token?.startsWith("hf_");
	if (isHubToken) context.note(`hub does not send your Hugging Face token to ${kind.name}.`);
	if (billTo !== undefined) context.note(`--bill-to does not apply to ${kind.name}, which costs nothing.`);
	const own = isHubToken ? undefined : raw.token;
	if (own) context.secrets.add(own, `$${kind.keyVariable}`);
	return {
		task,
		model: local.model,
		requestedProvider: named,
		provider: undefined,
		endpointUrl: `${url}/v1`,
		accessToken: own ?? findKey(kind, url, context),
		tokenSource: own ? "--token" : kind.keyVariable,
		isRecorded: connection.recording !== undefined,
		publicFetch: connection.publicFetch,
		isSandbox: false,
		headers: raw.header ?? {},
		options: callOptions(rest, connection, context, listen),
		local,
	};
}

/** Whether the call is printed instead of being sent. */
export function isPreview({ dryRun, curl, snippet }: TargetOptions): boolean {
	return Boolean(dryRun || curl) || snippet !== undefined;
}

function callOptions(flags: TargetOptions, connection: Connection, context: Context, listen: Listener): CallOptions {
	const { fetch, hubUrl, routerUrl, recording } = connection;
	return {
		fetch,
		limits: flags.maxOutput === undefined ? undefined : limitsOf(flags.maxOutput),
		// For the provider only: neither Hugging Face nor file stores get them.
		headers: flags.header,
		signal: context.signal,
		hubUrl,
		routerUrl,
		billTo: flags.billTo,
		wire: flags.wire,
		// The command's own fetch does it, with the user's number of attempts.
		retry_on_error: false,
		wait: recording?.wait,
		deadline: flags.deadline ? flags.deadline * 1000 : undefined,
		onNotice: (notice) => listen(toEvent(notice)),
	};
}

/** Returns the library's arguments for a target. */
export function calleeOf(target: CallTarget): Pick<BaseArgs, "accessToken" | "model" | "provider" | "endpointUrl"> {
	const { accessToken, model, provider, endpointUrl } = target;
	return { accessToken, model, provider, endpointUrl };
}

/** Longest string of V8, in characters. */
const MAX_STRING_LENGTH = 2 ** 29 - 24;

/** Returns the limits of responses by `--max-output`. */
function limitsOf(bytes: number): Limits {
	const ofText = Math.min(bytes, MAX_STRING_LENGTH);
	return { fileBytes: bytes, jsonBytes: ofText, eventBytes: ofText };
}

type Hub = HubOptions & { fetch: Fetch };

/** Returns the only task of a closed-source provider, whose models Hugging Face does not list. */
function onlyTaskOf(provider: string | undefined): InferenceTask | undefined {
	const known = findProvider(provider ?? "");
	const [task, ...others] = known?.closedSource ? (Object.keys(known.tasks) as InferenceTask[]) : [];
	return others.length === 0 ? task : undefined;
}

async function findTaskOfModel(model: string | undefined, hub: Hub): Promise<InferenceTask> {
	if (model === undefined) {
		throw new UsageError("No task was given.", "Name it with -t, such as -t chat; hub tasks lists all.", "no-task");
	}
	const record = await fetchModel(model, hub, ["pipeline_tag", "tags"]);
	if (record.tags?.includes("conversational")) return "conversational";
	// A record may name anything: an unknown task is not used.
	const task = findTask(record.pipeline_tag ?? "other");
	if (task && task !== "other") return servedTask(task);
	throw new UsageError(`Hugging Face does not say which task ${model} is for.`, "Name it with --task.", "no-task");
}

async function findModel(task: InferenceTask, provider: string | undefined, hub: Hub): Promise<string> {
	const missing = (why: string): UsageError => missingModel(why, "Name a model with -m.");
	if (provider !== undefined && provider !== AUTO) {
		if (findProvider(provider)?.closedSource) throw missing(`No model was given, and ${provider} has no default.`);
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
		// A provider may be listed for a different task, such as chat.
		const found = records.find(
			({ id, inferenceProviderMapping: mapping }) =>
				!mapping ||
				normalizeMapping(id, mapping).some(
					(entry) => entry.provider === provider && entry.status === "live" && isSameTask(provider, entry.task, task),
				),
		);
		if (!found)
			throw missing(`No model was given, and Hugging Face lists none that ${provider} serves for ${taskName(task)}.`);
		return found.id;
	}
	const { findDefaultModel } = await import("../../catalogue/task-models.ts");
	const id = findDefaultModel(task);
	if (id === undefined) throw missing(`No model was given, and the task ${taskName(task)} has no default.`);
	return id;
}

function chooseToken(
	flags: TargetOptions,
	provider: string | undefined,
	{ endpointUrl, hubUrl, routerUrl }: Record<"endpointUrl" | "hubUrl" | "routerUrl", string | undefined>,
	context: Context,
	config: Config,
): Token | undefined {
	const known = provider === undefined ? undefined : findProvider(provider);
	const ownKeyOnly = Boolean(flags.direct) || known?.routed === "never";
	const token = takeToken({ given: flags.token, provider: known?.id, ownKeyOnly }, context, config);
	if (flags.snippet !== undefined) return token;
	if (ownKeyOnly && known && !token && (flags.dryRun || flags.curl)) {
		// Only shown, as the variable with the key.
		return makeSandboxToken(context, known.id);
	}
	if (flags.direct && known && !token) {
		throw new UsageError(
			`${flags.directBy ?? "--direct"} needs a key of ${known.label}.`,
			`Set ${keyVariable(known.id)}, or store one: hub login --provider ${known.id}`,
			"no-key",
		);
	}
	if (flags.direct && token?.value.startsWith("hf_")) {
		throw new UsageError(
			`${flags.directBy ?? "--direct"} needs the provider's own key; this is a Hugging Face token.`,
			flags.directBy ? `Set ${keyVariable(known?.id ?? "")}.` : "Leave --direct out to go through the router.",
			"wrong-token",
		);
	}
	if (endpointUrl && flags.isForeignEndpoint && !token?.isExplicit) return undefined;
	if (endpointUrl) return tokenFor(token, endpointUrl, context, config);
	// A provider's own key goes to the provider.
	if (!token?.value.startsWith("hf_")) return token;
	const first = tokenFor(token, hubUrl, context, config);
	return first && tokenFor(first, routerUrl, context, config);
}
