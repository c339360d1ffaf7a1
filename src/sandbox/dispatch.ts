import type { WidgetType } from "../catalogue/index.ts";
import { ALL_PROVIDERS, type Provider } from "../inference/index.ts";
import { checkAnyKey, checkHubToken, checkProviderKey } from "./authorization.ts";
import { readFields, type SandboxRequest } from "./body.ts";
import account from "./data/account.json" with { type: "json" };
import { noSuchModel } from "./endpoints/jobs.ts";
import { modelRoutes } from "./endpoints/models.ts";
import { describeFailure, notFound, ServiceFailure } from "./failure.ts";
import { findStoredFile } from "./jobs.ts";
import { behaviorOf, modelExists, TASK_IDS } from "./known-models.ts";
import { LIMITS } from "./limits.ts";
import { chooseOffer, POLICIES } from "./offers.ts";
import { createRecord, listModels, searchModels, selectFields } from "./records.ts";
import { bytesResponse, emptyResponse, jsonResponse, textResponse } from "./responses.ts";
import { batchRoutes, openaiRoutes, routesOf } from "./services.ts";
import type { IncomingCall, SandboxRoute, SandboxState } from "./types.ts";
import { type Location, locate, urlsFrom } from "./urls.ts";

/** Finds the route of a request, and answers it. */
export function prepare(
	state: SandboxState,
	request: SandboxRequest,
	origin: string | undefined,
): { location: Location; answer(): Promise<Response> } {
	if (request.url.length > LIMITS.urlCharacters) {
		const answer = async (): Promise<Response> => jsonResponse({ error: "The URL is too long." }, 414);
		return { location: { kind: "nowhere" }, answer };
	}
	const url = new URL(request.url);
	const location = locate(url);
	if (request.method === "OPTIONS") {
		const allow = "GET, HEAD, POST, PUT, DELETE, OPTIONS";
		return { location, answer: async () => emptyResponse(204, { allow }) };
	}
	const { provider, routed, host } = location.kind === "provider" ? location : NO_PROVIDER;
	const incoming: IncomingCall = {
		state,
		request,
		provider,
		routed,
		host,
		path: "path" in location ? location.path : "",
		query: url.searchParams,
		service: provider?.id ?? "",
		groups: [],
		...urlsFrom(url, origin),
	};
	return { location, answer: () => answerLocation(location, incoming) };
}

const NO_PROVIDER = { provider: undefined, routed: false, host: "" };

async function answerLocation(location: Location, incoming: IncomingCall): Promise<Response> {
	try {
		switch (location.kind) {
			case "hub":
				return await answerWithinLimits(incoming, "hub", () => answerHub(incoming));
			case "sign-in":
				return await (await import("./sign-in.ts")).answerSignIn(incoming);
			case "datasets":
				return await (await import("./datasets.ts")).answerDatasets(incoming);
			case "router":
				return await answerRouter(incoming);
			case "file":
				return await answerFile(incoming, location.name);
			case "provider":
				return await answerProvider(location.provider, incoming);
			case "nowhere":
				throw notFound(
					`No such host. Known are: ${ALL_PROVIDERS.map(({ baseUrl }) => new URL(baseUrl).host).join(", ")}`,
				);
		}
	} catch (error) {
		if (incoming.request.signal.aborted) throw error;
		const failure = toFailure(error);
		const service = incoming.provider?.id ?? (location.kind === "router" ? "router" : "hub");
		const { body, status } = describeFailure(service, failure);
		return jsonResponse(body, status, failure.headers);
	}
}

/** Converts any error to a failure for the client: a response is better than a broken connection. */
function toFailure(error: unknown): ServiceFailure {
	if (error instanceof ServiceFailure) return error;
	if (error instanceof URIError) return new ServiceFailure("invalid", "The URL is malformed.");
	// Out of stack or string length: the input is too large.
	if (error instanceof RangeError)
		return new ServiceFailure("invalid", "The request is too large or too deeply nested.");
	const reason = error instanceof Error ? error.message : String(error);
	return new ServiceFailure(500, `This is a fault in the sandbox: ${reason}`, { code: "sandbox_fault" });
}

async function answerProvider(provider: Provider, incoming: IncomingCall): Promise<Response> {
	const { request, routed } = incoming;
	const { route, answer } = findRoute(routesOf(provider), incoming);
	if (route?.access === "any-key") checkAnyKey(request);
	else if (route?.access !== "open") {
		if (routed || provider.routed === "always") checkHubToken(request, "required");
		else checkProviderKey(request, provider);
	}
	if (route?.method !== "POST") return answer();
	const response = await answerWithinLimits(incoming, provider.id, answer);
	if (routed) response.headers.set("x-inference-provider", provider.id);
	return response;
}

/** Returns the route of a request, and what answers it; without a route that throws a ServiceFailure. */
function findRoute(
	routes: readonly SandboxRoute[],
	incoming: IncomingCall,
): { route: SandboxRoute | undefined; answer(): Response | Promise<Response> } {
	const { request, path } = incoming;
	const fitting = routes.filter((route) => route.path.test(path));
	const asked = request.method === "HEAD" ? "GET" : request.method;
	const route = fitting.find(({ method }) => method === asked);
	return {
		route,
		answer: () => {
			if (fitting.length === 0) throw notFound(`Not Found: ${request.method} /${path}`);
			if (!route) throw new ServiceFailure(405, "Method Not Allowed");
			const groups = (route.path.exec(path) ?? []).slice(1).map((group) => decodeURIComponent(group ?? ""));
			return route.handle({ ...incoming, groups });
		},
	};
}

async function answerFile(incoming: IncomingCall, name: string): Promise<Response> {
	if (incoming.request.method === "PUT") return (await import("./endpoints/uploads.ts")).receiveUpload(incoming, name);
	const file = findStoredFile(incoming.state.jobs, name);
	if (!file) throw notFound("No such file, or it has expired.");
	return bytesResponse(await file.read(), file.type);
}

/** Hugging Face: model records and mappings, search, tasks, account. */
const HUB_ROUTES: readonly SandboxRoute[] = [
	{ method: "GET", path: /^$/, handle: describe },
	{ method: "GET", path: /^api\/whoami-v2$/, handle: answerAccount },
	{ method: "GET", path: /^api\/settings\/billing\/usage-v2$/, handle: answerBilling },
	{ method: "GET", path: /^api\/tasks$/, handle: answerTasks },
	{ method: "GET", path: /^api\/models$/, handle: answerSearch },
	{ method: "GET", path: /^api\/models\/([^/]+(?:\/[^/]+)?)$/, handle: answerModel },
];

function answerHub(incoming: IncomingCall): Response | Promise<Response> {
	checkHubToken(incoming.request, "optional");
	return findRoute(HUB_ROUTES, incoming).answer();
}

function answerAccount({ request }: IncomingCall): Response {
	checkHubToken(request, "required");
	return jsonResponse(account);
}

/** Nothing costs money in the sandbox, so the usage is constant. */
function answerBilling({ request, state }: IncomingCall): Response {
	checkHubToken(request, "required");
	const now = new Date(state.now());
	const monthAt = (months: number): number => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months);
	const inferenceProviders = {
		includedNanoUsd: 2_000_000_000,
		usedNanoUsd: 250_000_000,
		limitNanoUsd: 2_000_000_000,
		numRequests: 40,
		periodStart: new Date(monthAt(0)).toISOString(),
		periodEnd: new Date(monthAt(1) - 1).toISOString(),
	};
	return jsonResponse({ usage: { inferenceProviders } });
}

function answerTasks(): Response {
	const describeTask = (id: WidgetType) => ({ id, models: listModels(id).map((model) => ({ id: model })) });
	return jsonResponse(Object.fromEntries(TASK_IDS.map((id) => [id, describeTask(id)])));
}

function answerModel({ request, query, state, groups }: IncomingCall): Response {
	const [model = ""] = groups;
	const behavior = behaviorOf(model);
	const isAnonymous = checkHubToken(request, "optional") === undefined;
	if (behavior === "missing" && isAnonymous) throw new ServiceFailure(401, "Invalid username or password.");
	if (behavior === "missing" || !modelExists(model)) {
		throw new ServiceFailure(404, "Repository not found", { headers: { "x-error-code": "RepoNotFound" } });
	}
	if (behavior === "gated") {
		const page = `https://huggingface.co/${model}`;
		const message = `Access to model ${model} is restricted and you are not in the authorized list. Visit ${page} to ask for access.`;
		throw new ServiceFailure(403, message, { headers: { "x-error-code": "GatedRepo" } });
	}
	return jsonResponse(selectFields(createRecord(model, state.now()), query));
}

function answerSearch({ query, request, state }: IncomingCall): Response {
	const { models, nextCursor } = searchModels(query, state.now());
	if (nextCursor === undefined) return jsonResponse(models);
	const next = new URL(request.url);
	next.searchParams.set("cursor", String(nextCursor));
	return jsonResponse(models, 200, { link: `<${next.href}>; rel="next"` });
}

/** For people who open the URL in a browser. */
function describe({ request }: IncomingCall): Response {
	const { origin } = new URL(request.url);
	const text = `A sandbox of Hugging Face, its router and all providers. Nothing here costs anything, and no model is behind it.

HF_ENDPOINT=${origin}
HUB_ROUTER_URL=${origin}
HF_TOKEN=hf_sandbox
OpenAI-compatible base URL: ${origin}/v1
A provider's own URL: ${origin}/@api.together.xyz/v1 (any key that is no Hugging Face token)
`;
	return textResponse(text);
}

/** The router's own paths: chat at the provider of its choice, the list of models, and OpenAI's other endpoints. */
const ROUTES: readonly SandboxRoute[] = [
	{ method: "POST", path: /^v1\/chat\/completions$/, handle: routeChat },
	...modelRoutes("v1"),
	...openaiRoutes("v1"),
	...batchRoutes("v1"),
];

function answerRouter(incoming: IncomingCall): Response | Promise<Response> {
	const { request } = incoming;
	const { route, answer } = findRoute(ROUTES, incoming);
	if (route) checkHubToken(request, request.method === "GET" ? "optional" : "required");
	return answer();
}

/** A model may have a provider or a policy as a suffix: `org/name:cheapest`. */
async function routeChat(incoming: IncomingCall): Promise<Response> {
	const fields = await readFields(incoming.request);
	const [, name = "", suffix = "auto"] = /^(.*?)(?::([\w-]+))?$/s.exec(fields.requireText("model")) ?? [];
	if (!modelExists(name)) throw noSuchModel(name);
	const offer = chooseOffer(name, suffix);
	if (!offer && !POLICIES.includes(suffix)) {
		throw new ServiceFailure(400, `The requested model '${name}' is not supported by provider '${suffix}'.`, {
			code: "model_not_supported",
			field: ["model"],
		});
	}
	const service = offer?.provider ?? "hf-inference";
	const { answerChat } = await import("./endpoints/chat.ts");
	const response = await answerWithinLimits(incoming, service, () => answerChat({ ...incoming, service }, fields));
	response.headers.set("x-inference-provider", service);
	return response;
}

/**
 * Answers a call within the limits of a service, and reports them.
 * @throws ServiceFailure 429 when the limit is reached
 */
async function answerWithinLimits(
	{ state }: IncomingCall,
	service: string,
	answer: () => Response | Promise<Response>,
): Promise<Response> {
	state.rateLimits.admit(service);
	const response = await answer();
	for (const [name, value] of Object.entries(state.rateLimits.headers(service))) response.headers.set(name, value);
	return response;
}
