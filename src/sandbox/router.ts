import { checkHubToken } from "./authorization.ts";
import { answerChat } from "./endpoints/chat.ts";
import { notFound, ServiceFailure } from "./failure.ts";
import { createMapping } from "./models.ts";
import { jsonResponse } from "./responses.ts";
import { listModels } from "./search.ts";
import type { IncomingCall } from "./types.ts";

/** The router's own addresses: chat on the provider of its choice, and the list of models. */
export function answerRouter(incoming: IncomingCall): Response | Promise<Response> {
	const { request, path } = incoming;
	const known = ROUTES[path];
	if (!known) throw notFound("Not Found");
	if (known.method !== request.method) throw new ServiceFailure(405, "Method Not Allowed");
	return known.handle(incoming);
}

const ROUTES: Readonly<
	Record<string, { method: string; handle(incoming: IncomingCall): Response | Promise<Response> } | undefined>
> = {
	"v1/chat/completions": {
		method: "POST",
		handle: (incoming) => {
			checkHubToken(incoming.request, "required");
			return answerChat(incoming, checkSuffix);
		},
	},
	"v1/models": { method: "GET", handle: answerModels },
};

const POLICIES = ["auto", "fastest", "cheapest", "preferred"];

/**
 * A model may be followed by the provider that is to answer, or by how to choose one.
 * @throws ServiceFailure when the provider does not serve the model
 */
function checkSuffix(model: string): void {
	const [, name = "", suffix] = /^(.*?)(?::([\w-]+))?$/s.exec(model) ?? [];
	if (suffix === undefined || POLICIES.includes(suffix)) return;
	const serving = createMapping(name).filter(({ task }) => task === "conversational" || task === "text-generation");
	if (serving.some(({ provider }) => provider === suffix)) return;
	throw new ServiceFailure(400, `The requested model '${name}' is not supported by provider '${suffix}'.`, {
		code: "model_not_supported",
		field: ["model"],
	});
}

function answerModels({ request, state }: IncomingCall): Response {
	checkHubToken(request, "optional");
	const ids = [...new Set([...listModels("conversational"), ...listModels("text-generation")])];
	return jsonResponse({
		object: "list",
		data: ids.map((id) => ({
			id,
			object: "model",
			created: Math.floor(state.now() / 1000),
			owned_by: id.split("/")[0],
			providers: createMapping(id)
				.filter(({ task }) => task === "conversational")
				.map(({ provider, status }) => ({ provider, status })),
		})),
	});
}
