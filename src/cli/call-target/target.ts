import { omitUndefined } from "../../base/json.ts";
import type { CallIdentity } from "../../exchange/index.ts";
import type { Fetch } from "../../http/index.ts";
import type { CallOptions, InferenceTask } from "../../inference/index.ts";
import type { LocalChoice } from "../local/servers.ts";
import type { Connection } from "../network/connect.ts";
import type { OfferSource } from "../network/offers.ts";
import type { RecordingOptions } from "../network/recording.ts";
import type { GlobalOptions } from "../options/global-options.ts";
import type { ValuesOf } from "../options/option-values.ts";
import type * as shared from "../options/shared-options.ts";

export type TargetOptions = GlobalOptions &
	RecordingOptions &
	Partial<
		ValuesOf<
			readonly [
				...typeof shared.model,
				...typeof shared.endpoint,
				...typeof shared.needs,
				...typeof shared.billTo,
				...typeof shared.deadline,
			]
		>
	> & {
		/** The flag that implied `direct`, for messages. */
		directBy?: string;
		/** The endpoint was named by an untrusted file: it gets only an explicit token. */
		isForeignEndpoint?: boolean;
		stats?: boolean;
		manyCalls?: boolean;
		/** Calls will follow each other at intervals. */
		isConversation?: boolean;
		/** The request is only shown: as JSON, as a curl command or as code; code needs no key. */
		dryRun?: boolean;
		curl?: boolean;
		snippet?: string;
	};

export interface CallTarget {
	task: InferenceTask;
	/** Undefined for an endpoint whose requests name no model. */
	model: string | undefined;
	/** The provider as the caller gave it: an id, `auto`, a policy or a server on this machine. */
	requestedProvider: string | undefined;
	/** Undefined if Hugging Face chooses, or an endpoint is called. */
	provider: string | undefined;
	endpointUrl: string | undefined;
	accessToken: string | undefined;
	/** Handed to the library. */
	options: CallOptions;
	tokenSource: string | undefined;
	isRecorded: boolean;
	/** While requests are recorded: sends those that are not part of the call. */
	unrecorded?: Fetch | undefined;
	/** Makes a `fetch` for URLs that data names. */
	publicFetch: Connection["publicFetch"];
	isSandbox: boolean;
	/** Headers of `--header`; `options.fetch` adds them. */
	headers: Readonly<Record<string, string>>;
	/** The server on this machine that serves the call; `endpointUrl` is its URL. */
	local?: LocalChoice;
}

/**
 * Source of prices for a call to a target; undefined if none may be requested. Price look-ups are never recorded, and a
 * replay makes none.
 */
export function priceSource(target: CallTarget): OfferSource | undefined {
	const { options, accessToken, isRecorded, unrecorded, isSandbox } = target;
	const fetch = isRecorded ? unrecorded : (options.fetch ?? globalThis.fetch);
	if (!fetch) return undefined;
	const { routerUrl, signal } = options;
	return { fetch, routerUrl, accessToken, signal, isCached: !isSandbox && !isRecorded };
}

/** Returns the facts about the target for the record of a call. */
export function callFacts(target: CallTarget) {
	const { endpointUrl: endpoint, isSandbox } = target;
	return { identity: callIdentity(target), endpoint, isSandbox, prices: priceSource(target) };
}

/** Returns task, model and provider of a target, if known before the call. */
export function callIdentity({ task, model, provider, endpointUrl }: CallTarget): Partial<CallIdentity> {
	return { task, ...omitUndefined({ model, provider: endpointUrl === undefined ? provider : undefined }) };
}
