import type { InferenceTask } from "../inference/index.ts";
import type { Services } from "./services.ts";
import type { GatewayRequest, NamedKey } from "./types.ts";

/** A request of a client, as handlers receive it. */
export interface Incoming {
	services: Services;
	request: GatewayRequest;
	url: URL;
	/** Path of the route, such as `/v1/chat/completions`. */
	route: string;
	/** Groups of the route's path, decoded. */
	groups: readonly string[];
	/** Identifies the client. */
	client: string;
	/** The named key that was sent; undefined for the owner's. */
	key: NamedKey | undefined;
}

/** A client's request to a model. */
export interface Wanted {
	task: InferenceTask;
	model: unknown;
	/** Id of a provider, given next to the model; only the route of tasks takes it. */
	provider?: unknown;
	isStream?: boolean;
	/** The request as the page shows it. */
	text: string;
}

let lastNumber = 0;

/** Returns an id for a client's request, unique in this process. */
export function createRequestId(now: number): string {
	return `req_${now.toString(36)}${(++lastNumber).toString(36)}`;
}
