import type { Provider } from "../inference/index.ts";
import type { SandboxRequest } from "./body.ts";
import type { Fault } from "./faults.ts";
import type { BatchStore, BoundedMap, Jobs } from "./jobs.ts";
import type { RateLimit, ServiceLimits } from "./rate-limits.ts";

/** Settings of a sandbox; all have defaults. */
export interface SandboxOptions {
	/** Another seed gives other identifiers and faults, and other values where any would do; the same seed repeats them. Default 0. */
	seed?: number | undefined;
	/** Milliseconds before an answer, and between the chunks of a streamed one. Default 0. */
	latency?: number | undefined;
	/** Maximum chunks of a streamed answer per second; about 60 is usual. Default: no limit. */
	tokensPerSecond?: number | undefined;
	/** A limit of requests and tokens that each provider enforces. Default none; responses report generous limits. */
	rateLimit?: RateLimit | undefined;
	/** Faults in some responses of the router and the providers; look-ups on Hugging Face always work. As a text: `429:0.1,drop:0.02`. Default none. */
	faults?: string | readonly Fault[] | undefined;
	/** Clock, in milliseconds since 1970. Default `Date.now`. */
	now?: (() => number) | undefined;
	/** Origin of the URLs in responses (downloads, jobs). Default: that of the request. */
	origin?: string | undefined;
	/** Polls of a queued job before it is done before it is done. Default 1. */
	pendingPolls?: number | undefined;
}

/** A code for signing in that was given out. */
export interface DeviceCode {
	client: string;
	scope: string;
	/** Milliseconds since 1970. */
	issuedAt: number;
	polledAt: number;
}

/** State that lasts from request to request. */
export interface SandboxState {
	readonly seed: number;
	readonly latency: number;
	/** Milliseconds between two pieces of a streamed answer. */
	readonly streamPause: number;
	readonly pendingPolls: number;
	now(): number;
	/** A new identifier; the same at the same point of every run. */
	createId(): string;
	readonly jobs: Jobs;
	readonly batches: BatchStore;
	/** Conversations and items of the Responses API, by id: a request may refer to both. */
	readonly responses: BoundedMap<readonly unknown[]>;
	readonly rateLimits: ServiceLimits;
	/** Codes of sign-ins that were started. */
	readonly deviceCodes: BoundedMap<DeviceCode>;
	/** Tokens that were revoked, or renewed. */
	readonly endedTokens: BoundedMap<true>;
}

/** One request to a service, with everything needed to answer it. */
export interface IncomingCall {
	readonly state: SandboxState;
	readonly request: SandboxRequest;
	/** The addressed provider; undefined on Hugging Face and the router. */
	readonly provider: Provider | undefined;
	/** Whether it came through the router. */
	readonly routed: boolean;
	/** Host of the provider that is addressed; empty on Hugging Face and the router. */
	readonly host: string;
	/** Path below the service's URL, without a leading slash. */
	readonly path: string;
	readonly query: URLSearchParams;
	/** Provider that serves the call: the one addressed, or the router's choice; empty on Hugging Face. */
	readonly service: string;
	/** Matches of the groups in the route's pattern. */
	readonly groups: readonly string[];
	/** Returns the URL of a path on one of the provider's hosts, for use in responses. */
	providerUrl(host: string, path: string): string;
	/** The URL of a path of Hugging Face. */
	hubUrl(path: string): string;
	/** Returns the URL of a file of this sandbox. */
	fileUrl(name: string): string;
}

/** Answers one kind of request. */
export type Handler = (incoming: IncomingCall) => Response | Promise<Response>;

/** One path of a service. */
export interface SandboxRoute {
	method: "GET" | "POST" | "PUT" | "DELETE";
	/** Of the path below the service's URL; its groups go to the handler. */
	path: RegExp;
	handle: Handler;
	/** Who may call: the provider's usual key (default), any key (follow-ups of a job), or none. */
	access?: "any-key" | "open";
}
