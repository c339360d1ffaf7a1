import { PIPELINE_TYPES, type WidgetType } from "../catalogue/index.ts";
import { checkHubToken } from "./authorization.ts";
import account from "./data/account.json" with { type: "json" };
import { notFound, ServiceFailure } from "./failure.ts";
import { findMeantModel, modelExists } from "./known-models.ts";
import { behaviorOf } from "./model-behavior.ts";
import { createRecord } from "./records.ts";
import { jsonResponse, textResponse } from "./responses.ts";
import { listModels, searchModels, selectFields } from "./search.ts";
import type { IncomingCall } from "./types.ts";

/** The hub: model records and mappings, search, tasks, account. */
export function answerHub(incoming: IncomingCall): Response {
	const { request, path } = incoming;
	if (request.method !== "GET" && request.method !== "HEAD") {
		throw new ServiceFailure(405, `Cannot ${request.method} /${path}`);
	}
	if (path === "") return describe(incoming);
	const token = checkHubToken(request, "optional");
	if (path === "api/whoami-v2") {
		checkHubToken(request, "required");
		return jsonResponse(account);
	}
	if (path === "api/tasks") return jsonResponse(describeTasks());
	if (path === "api/models") return answerSearch(incoming);
	const [, model] = /^api\/models\/([^/]+(?:\/[^/]+)?)$/.exec(path) ?? [];
	if (model === undefined) throw notFound("Sorry, we can't find the page you are looking for.");
	return answerModel(incoming, decodeURIComponent(model), token !== undefined);
}

function answerModel({ query, state }: IncomingCall, model: string, hasToken: boolean): Response {
	const behavior = behaviorOf(model);
	if (behavior === "missing") {
		if (!hasToken) throw new ServiceFailure(401, "Invalid username or password.");
		throw new ServiceFailure(404, "Repository not found", { headers: { "x-error-code": "RepoNotFound" } });
	}
	if (!modelExists(model)) {
		const meant = findMeantModel(model);
		const hint = meant === undefined ? "" : `; did you mean ${meant}?`;
		throw new ServiceFailure(404, `Repository not found${hint}`, { headers: { "x-error-code": "RepoNotFound" } });
	}
	if (behavior === "gated") {
		throw new ServiceFailure(
			403,
			`Access to model ${model} is restricted and you are not in the authorized list. Visit https://huggingface.co/${model} to ask for access.`,
			{ headers: { "x-error-code": "GatedRepo" } },
		);
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

function describeTasks(): Record<string, unknown> {
	const ids: WidgetType[] = [...PIPELINE_TYPES.filter((id) => id !== "other"), "conversational"];
	return Object.fromEntries(
		ids.map((id) => [
			id,
			{
				id,
				label: id.replaceAll("-", " ").replace(/^./, (letter) => letter.toUpperCase()),
				summary: "",
				models: listModels(id).map((model) => ({ id: model, description: "" })),
				datasets: [],
				spaces: [],
				metrics: [],
				widgetModels: [],
				libraries: [],
				demo: { inputs: [], outputs: [] },
			},
		]),
	);
}

/** For people who open the URL in a browser. */
function describe({ request }: IncomingCall): Response {
	const { origin } = new URL(request.url);
	const text = `A sandbox of hub, router and inference providers. Nothing here costs anything, and no model is behind it.

HF_ENDPOINT=${origin}
HUB_ROUTER_URL=${origin}
HF_TOKEN=hf_sandbox
OpenAI-compatible base URL: ${origin}/v1
A provider's own URL: ${origin}/@api.together.xyz/v1 (any key that is no hub token)
`;
	return textResponse(text);
}
