import { checkHubToken } from "./authorization.ts";
import { readFields } from "./body.ts";
import { noSuchModel } from "./endpoints/jobs.ts";
import { modelRoutes } from "./endpoints/models.ts";
import { notFound, ServiceFailure } from "./failure.ts";
import { modelExists } from "./known-models.ts";
import { chooseOffer, POLICIES } from "./offers.ts";
import { batchRoutes, openaiRoutes } from "./routes.ts";
import type { IncomingCall, Route } from "./types.ts";

/** The router's own paths: chat at the provider of its choice, the list of models, and OpenAI's other endpoints. */
const ROUTES: readonly Route[] = [
	{ method: "POST", path: /^v1\/chat\/completions$/, handle: routeChat },
	...modelRoutes("v1"),
	...openaiRoutes("v1"),
	...batchRoutes("v1"),
];

export function answerRouter(incoming: IncomingCall): Response | Promise<Response> {
	const { request, path } = incoming;
	const routes = ROUTES.filter((route) => route.path.test(path));
	if (routes.length === 0) throw notFound(`Not Found: ${request.method} /${path}`);
	const route = routes.find(({ method }) => method === request.method);
	if (!route) throw new ServiceFailure(405, "Method Not Allowed");
	checkHubToken(request, request.method === "GET" ? "optional" : "required");
	const groups = (route.path.exec(path) ?? []).slice(1).map((group) => decodeURIComponent(group ?? ""));
	return route.handle({ ...incoming, groups });
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
export async function answerWithinLimits(
	{ state }: IncomingCall,
	service: string,
	answer: () => Response | Promise<Response>,
): Promise<Response> {
	state.rateLimits.admit(service);
	const response = await answer();
	for (const [name, value] of Object.entries(state.rateLimits.headers(service))) response.headers.set(name, value);
	return response;
}
