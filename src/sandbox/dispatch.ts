import { ALL_PROVIDERS, type Provider } from "../inference/index.ts";
import { checkAnyKey, checkHubToken, checkProviderKey } from "./authorization.ts";
import { errorFormatOf, HUB_FORMAT, ROUTER_FORMAT } from "./error-formats.ts";
import { notFound, ServiceFailure } from "./failure.ts";
import { answerHub } from "./hub.ts";
import { findStoredFile } from "./jobs.ts";
import { LIMITS } from "./limits.ts";
import { bytesResponse, emptyResponse, jsonResponse } from "./responses.ts";
import { answerRouter, answerWithinLimits } from "./router.ts";
import type { SandboxRequest } from "./sandbox-request.ts";
import { routesOf } from "./services.ts";
import type { IncomingCall, SandboxState } from "./types.ts";
import { fileUrlFrom, hubUrlFrom, type Location, locate, providerUrlFrom } from "./urls.ts";

/** Finds the route of a request, and answers it. */
export function prepare(
	state: SandboxState,
	request: SandboxRequest,
	origin: string | undefined,
): { location: Location; answer(): Promise<Response> } {
	if (request.url.length > LIMITS.urlCharacters) {
		return { location: NOWHERE, answer: async () => jsonResponse({ error: "The URL is too long." }, 414) };
	}
	const url = new URL(request.url);
	const location = locate(url);
	if (request.method === "OPTIONS") {
		const allow = "GET, HEAD, POST, PUT, DELETE, OPTIONS";
		return { location, answer: async () => emptyResponse(204, { allow }) };
	}
	const incoming = createIncomingCall(state, request, url, location, origin);
	return { location, answer: () => answerLocation(location, incoming) };
}

const NOWHERE: Location = { kind: "nowhere" };

function createIncomingCall(
	state: SandboxState,
	request: SandboxRequest,
	url: URL,
	location: Location,
	origin: string | undefined,
): IncomingCall {
	const isProvider = location.kind === "provider";
	return {
		state,
		request,
		provider: isProvider ? location.provider : undefined,
		routed: isProvider && location.routed,
		host: isProvider ? location.host : "",
		path: "path" in location ? location.path : "",
		query: url.searchParams,
		service: isProvider ? location.provider.id : "",
		groups: [],
		providerUrl: (host, path) => providerUrlFrom(url, origin, host, path),
		hubUrl: (path) => hubUrlFrom(url, origin, path),
		fileUrl: (name) => fileUrlFrom(url, origin, name),
	};
}

async function answerLocation(location: Location, incoming: IncomingCall): Promise<Response> {
	const provider = incoming.provider;
	try {
		switch (location.kind) {
			case "hub":
				return await answerWithinLimits(incoming, "hub", () => answerHub(incoming));
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
		const shared = location.kind === "router" ? ROUTER_FORMAT : HUB_FORMAT;
		const format = provider ? errorFormatOf(provider.id) : shared;
		const status = failure.status === "invalid" ? format.invalid : failure.status;
		return jsonResponse(format.body(failure, status), status, failure.headers);
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
	const { request, path, routed } = incoming;
	const routes = routesOf(provider).filter((route) => route.path.test(path));
	const route = routes.find(({ method }) => method === request.method);
	if (route?.access === "any-key") checkAnyKey(request);
	else if (route?.access !== "open") {
		if (routed || provider.routed === "always") checkHubToken(request, "required");
		else checkProviderKey(request, provider);
	}
	if (routes.length === 0) throw notFound(`Not Found: ${request.method} /${path}`);
	if (!route) throw new ServiceFailure(405, "Method Not Allowed");
	const groups = (route.path.exec(path) ?? []).slice(1).map((group) => decodeURIComponent(group ?? ""));
	const answer = (): Response | Promise<Response> => route.handle({ ...incoming, groups });
	if (request.method !== "POST") return answer();
	const response = await answerWithinLimits(incoming, provider.id, answer);
	if (routed) response.headers.set("x-inference-provider", provider.id);
	return response;
}

async function answerFile(incoming: IncomingCall, name: string): Promise<Response> {
	if (incoming.request.method === "PUT") return (await import("./endpoints/uploads.ts")).receiveUpload(incoming, name);
	const file = findStoredFile(incoming.state.jobs, name);
	if (!file) throw notFound("No such file, or it has expired.");
	return bytesResponse(await file.read(), file.type);
}
