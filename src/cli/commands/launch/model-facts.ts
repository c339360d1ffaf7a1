import { describeModel, type ModelFacts } from "../../../exchange/index.ts";
import type { Offer } from "../../../exchange/offers.ts";
import { createOwnServers, describeOwnModel } from "../../../gateway/own-servers.ts";
import { describeContextSetting } from "../../../gateway/silent-cut.ts";
import { withoutSuffix } from "../../../gateway/targets.ts";
import { readConfig } from "../../config/settings.ts";
import { findToken, SANDBOX_TOKEN } from "../../config/token.ts";
import type { Context } from "../../context.ts";
import { createLocalServers } from "../../local/servers.ts";
import { connect } from "../../network/connect.ts";
import { loadOffers } from "../../network/offers.ts";
import { formatCount } from "../../terminal/amounts.ts";
import { readEndpoints } from "../serve/endpoints.ts";
import type { ServeCommandOptions } from "../serve/options.ts";
import { findMainTarget } from "../serve/run.ts";
import type { Gateway } from "./agents.ts";
import { chooseDefaultModel, DEFAULT_MODEL } from "./models.ts";

export interface LaunchFacts extends Pick<Gateway, "context" | "output" | "images"> {
	/** Whether a provider serves it with tools; undefined if unknown. */
	tools: boolean | undefined;
	/** How to get a longer context, if this one is short for an agent and something is known to help. */
	longer: string | undefined;
}

const UNKNOWN: LaunchFacts = {
	context: undefined,
	output: undefined,
	images: undefined,
	tools: undefined,
	longer: undefined,
};
/** Maximum wait for the router's list, which is kept for a day, or for a server on this machine, in milliseconds. */
const TIMEOUT_MS = 3000;
/** Tokens of context with which agents work well, at a provider and on one's own hardware. */
const ENOUGH_CONTEXT = 128_000;
const ENOUGH_CONTEXT_LOCALLY = 32_000;
/** Tokens of the longest answer that agents request by default. */
const MAX_OUTPUT = 32_000;

/**
 * Returns the facts of the router's list or of a user's server about the model that serves all names, by the rule of
 * `/v1/models`. The longest answer is a quarter of the context, and at most 32,000 tokens or the reported limit.
 * @returns nothing known where there is no answer in time, and for recordings
 */
export async function readModelFacts(options: ServeCommandOptions, context: Context): Promise<LaunchFacts> {
	const signal = AbortSignal.any([context.signal, AbortSignal.timeout(TIMEOUT_MS)]);
	try {
		const facts = await find(options, { ...context, signal });
		const { context_length: tokens, max_output_tokens: longest = MAX_OUTPUT } = facts;
		return {
			context: tokens,
			output: tokens && Math.min(MAX_OUTPUT, longest, Math.floor(tokens / 4)),
			images: facts.input_modalities?.includes("image"),
			tools: facts.supports_tools,
			longer: facts.longer,
		};
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

/** The same facts as those of `/v1/models`, for the first target, which gets the requests. */
async function find(
	options: ServeCommandOptions,
	context: Context,
): Promise<ModelFacts & { longer?: LaunchFacts["longer"] }> {
	const { target, isSandbox } = findMainTarget(options, context);
	if (target === undefined) return {};
	if (!target.isLocal) {
		const offers = await loadRouterOffers({ ...options, sandbox: isSandbox }, context);
		const model = withoutSuffix(target.model);
		const facts = describeModel(model, target.provider, offers);
		return { ...facts, longer: target.provider === undefined ? findLonger(model, facts, offers) : undefined };
	}
	const { fetch, recording } = await connect(
		{ ...options, endpoint: undefined, retries: 0 },
		context,
		readConfig(context),
		() => undefined,
	);
	if (recording) return {};
	const endpoints = await readEndpoints(options.endpoint ?? [], options.file, context);
	const own = createOwnServers({ local: createLocalServers(context, isSandbox), endpoints }, fetch, context.now);
	const facts = await describeOwnModel(target, own.list);
	const isShort = (facts.context_length ?? ENOUGH_CONTEXT_LOCALLY) < ENOUGH_CONTEXT_LOCALLY;
	return { ...facts, longer: isShort ? describeContextSetting(target.provider) : undefined };
}

function findLonger(
	model: string,
	{ context_length: shortest = Number.POSITIVE_INFINITY }: ModelFacts,
	offers: readonly Offer[],
): LaunchFacts["longer"] {
	const able = offers.filter((offer) => offer.model === model && offer.supports_tools && offer.status === "live");
	const [longest] = able.sort((one, other) => (other.context_length ?? 0) - (one.context_length ?? 0));
	const { provider = "", context_length: context = 0 } = longest ?? {};
	if (shortest >= ENOUGH_CONTEXT || context < 2 * shortest) return undefined;
	return `choose -m ${model}:${provider}, which has ${formatCount(context)}`;
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
