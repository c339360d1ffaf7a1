import type { Offer } from "../../../exchange/offers.ts";
import { readServerContext } from "../../call-target/context-limits.ts";
import { type Config, readConfig } from "../../config/settings.ts";
import { findToken, SANDBOX_TOKEN } from "../../config/token.ts";
import type { Context } from "../../context.ts";
import { findServers } from "../../local/servers.ts";
import { connect } from "../../network/connect.ts";
import { loadOffers } from "../../network/offers.ts";
import { isLocalName } from "../../options/provider.ts";
import type { ServeCommandOptions } from "../serve/options.ts";
import { findMainTarget } from "../serve/run.ts";
import type { Gateway } from "./agents.ts";
import { chooseDefaultModel, countWithTools, DEFAULT_MODEL } from "./models.ts";

export interface LaunchFacts extends Pick<Gateway, "context" | "output" | "images"> {
	/** Whether a provider serves it with tools; undefined if unknown. */
	tools: boolean | undefined;
}

const UNKNOWN: LaunchFacts = { context: undefined, output: undefined, images: undefined, tools: undefined };
/** Maximum wait for the router's list, which is kept for a day, or for a server on this machine, in milliseconds. */
const TIMEOUT_MS = 3000;
/** Longest answer that agents request by default, in tokens. */
const MAX_OUTPUT = 32_000;

/**
 * Returns the facts of the default model, from the router's list or a server on this machine. The longest answer is
 * a quarter of the context, and at most 32,000 tokens, since neither source reports it.
 * @returns unknown facts without a response in time, and for recordings
 */
export async function readModelFacts(options: ServeCommandOptions, context: Context): Promise<LaunchFacts> {
	const signal = AbortSignal.any([context.signal, AbortSignal.timeout(TIMEOUT_MS)]);
	try {
		const { context: tokens, ...facts } = await find(options, { ...context, signal }, readConfig(context));
		return { context: tokens, output: tokens && Math.min(MAX_OUTPUT, Math.floor(tokens / 4)), ...facts };
	} catch {
		context.signal.throwIfAborted();
		// The gateway reports a wrong target.
		return UNKNOWN;
	}
}

/**
 * Returns the default model of an agent, by the router's current list.
 * @param options `provider` restricts the models to those that it serves
 */
export async function findDefaultModel(options: ServeCommandOptions, context: Context): Promise<string> {
	const signal = AbortSignal.any([context.signal, AbortSignal.timeout(TIMEOUT_MS)]);
	const limited = { ...context, signal };
	try {
		const { target, isSandbox } = findMainTarget({ ...options, model: DEFAULT_MODEL }, limited);
		const provider = target?.provider;
		if (target === undefined || target.isLocal) return DEFAULT_MODEL;
		const offers = await loadRouterOffers({ ...options, sandbox: isSandbox }, limited);
		return chooseDefaultModel(offers.filter((offer) => provider === undefined || offer.provider === provider));
	} catch {
		context.signal.throwIfAborted();
		return DEFAULT_MODEL;
	}
}

async function find(
	options: ServeCommandOptions,
	context: Context,
	config: Config,
): Promise<Omit<LaunchFacts, "output">> {
	const { target, isSandbox } = findMainTarget(options, context);
	if (target === undefined) return UNKNOWN;
	if (target.isLocal) return await findLocal(target.model, target.provider ?? "local", options, context, config);
	const model = target.model.replace(/:\w+$/, "");
	const offers = (await loadRouterOffers({ ...options, sandbox: isSandbox }, context)).filter(
		(offer) => offer.model === model && (target.provider === undefined || offer.provider === target.provider),
	);
	const lengths = offers.flatMap(({ context_length: length }) => length ?? []);
	const withTools = countWithTools(model, offers);
	const inputs = offers.flatMap(({ input_modalities: kinds }) => (kinds ? [kinds] : []));
	return {
		context: lengths.length > 0 ? Math.max(...lengths) : undefined,
		images: inputs.length > 0 ? inputs.some((kinds) => kinds.includes("image")) : undefined,
		tools: withTools === undefined ? undefined : withTools > 0,
	};
}

async function findLocal(
	model: string,
	name: string,
	options: ServeCommandOptions,
	context: Context,
	config: Config,
): Promise<Omit<LaunchFacts, "output">> {
	// An endpoint of the command line is local too; it has no such list.
	if (!isLocalName(name)) return UNKNOWN;
	const servers = await findServers(name, context);
	const server = servers.find(({ models }) => models.some((id) => [model, `${model}:latest`].includes(id)));
	if (!server) return UNKNOWN;
	const { fetch, recording } = await connect(
		{ ...options, endpoint: undefined, retries: 0 },
		context,
		config,
		() => undefined,
	);
	if (recording) return UNKNOWN;
	const asked = { model, endpointUrl: server.url, local: { server }, accessToken: undefined };
	return { ...UNKNOWN, context: await readServerContext(asked, fetch, context.signal) };
}

/** Returns the router's offers of all models; none for recordings, which must have the calls only. */
export async function loadRouterOffers(options: ServeCommandOptions, context: Context): Promise<Offer[]> {
	const config = readConfig(context);
	const { fetch, routerUrl, isSandbox, recording } = await connect(
		{ ...options, endpoint: undefined, retries: 0 },
		context,
		config,
		() => undefined,
	);
	if (recording) return [];
	const accessToken = isSandbox ? SANDBOX_TOKEN : findToken({ given: options.token }, context, config)?.value;
	return await loadOffers({ fetch, routerUrl, accessToken, isCached: !isSandbox }, context);
}
