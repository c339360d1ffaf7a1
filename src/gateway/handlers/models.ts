import { describeModel, type ModelFacts } from "../../exchange/index.ts";
import { GatewayError, suggest } from "../errors.ts";
import type { ListedModel } from "../model-list.ts";
import { describeOwnModel } from "../own-servers.ts";
import type { Incoming } from "../read-request.ts";
import { type Reply, replyJson } from "../reply.ts";
import type { Services } from "../services.ts";
import { withoutSuffix } from "../targets.ts";
import type { Target } from "../types.ts";

/** `GET /v1/models`: the aliases, then the router's list. */
export async function answerModels(incoming: Incoming): Promise<Reply> {
	const { request, url } = incoming;
	const models = await listModels(incoming);
	if (!request.headers.has("anthropic-version")) return replyJson({ object: "list", data: models });
	const after = url.searchParams.get("after_id");
	const start = after === null ? 0 : models.findIndex(({ id }) => id === after) + 1;
	const limit = Math.min(1000, Math.max(1, Number(url.searchParams.get("limit")) || 20));
	const page = models.slice(start, start + limit).map(toAnthropicModel);
	const has_more = start + limit < models.length;
	return replyJson({ data: page, has_more, first_id: page[0]?.id ?? null, last_id: page.at(-1)?.id ?? null });
}

/** The last second that a date can have. */
const MAX_SECONDS = 8.64e12;

function toAnthropicModel({ id, created, context_length, max_output_tokens, input_modalities }: ListedModel) {
	const date = new Date(Math.min(MAX_SECONDS, Math.max(0, created)) * 1000);
	const limits = { max_input_tokens: context_length ?? null, max_tokens: max_output_tokens ?? null };
	const capabilities = input_modalities ? describeCapabilities(input_modalities) : null;
	return { type: "model", id, display_name: id, created_at: date.toISOString(), ...limits, capabilities };
}

/** Capabilities of a model for Anthropic's clients. The gateway supports thinking and schemas for all. */
function describeCapabilities(modalities: readonly string[]): object {
	const [yes, no] = [{ supported: true }, { supported: false }];
	return {
		batch: no,
		citations: no,
		code_execution: no,
		context_management: no,
		effort: { supported: true, low: yes, medium: yes, high: yes, max: no, xhigh: null },
		image_input: modalities.includes("image") ? yes : no,
		pdf_input: no,
		server_tools: { supported: false, code_execution: no, web_search: no },
		structured_outputs: yes,
		thinking: { supported: true, types: { adaptive: yes, enabled: yes } },
	};
}

/** `GET /v1/models/{id}` */
export async function answerModel(incoming: Incoming): Promise<Reply> {
	const { request, groups } = incoming;
	const [id = ""] = groups;
	const models = await listModels(incoming);
	const found = models.find((model) => model.id === id) ?? (await describeUnlisted(id, incoming));
	if (found) return replyJson(request.headers.has("anthropic-version") ? toAnthropicModel(found) : found);
	const ids = models.map((model) => model.id);
	throw new GatewayError(404, `There is no model "${id}".${suggest(id, ids)}`, {
		code: "model_not_found",
		param: "model",
	});
}

/** A name that may be called but is not in the list: one that fits a pattern, or a model at a provider or by a policy. */
async function describeUnlisted(id: string, incoming: Incoming): Promise<ListedModel | undefined> {
	const { targets, models } = incoming.services;
	if (!targets.mayCall(id, incoming.key)) return undefined;
	if (targets.hasAlias(id)) return await describeAlias(id, incoming);
	const model = withoutSuffix(id);
	const routed = (await models.list()).find((one) => one.id === model);
	return routed ? { ...(await describeAlias(id, incoming)), owned_by: routed.owned_by } : undefined;
}

const NEW = { object: "model", created: 0 } as const;

/** The models that the client may name: aliases first. */
async function listModels(incoming: Incoming): Promise<readonly ListedModel[]> {
	const { services, key } = incoming;
	const routed = await services.models.list();
	const aliases = await Promise.all([...services.targets.aliases.keys()].map((id) => describeAlias(id, incoming)));
	const models = [...aliases, ...(await listLocal(services)), ...routed];
	return models.filter(({ id }) => services.targets.mayCall(id, key));
}

async function listLocal({ targets, own }: Services): Promise<readonly ListedModel[]> {
	const found = await Promise.all(targets.locals.map((name) => own.list(name)));
	const models = new Map(found.flat().map((model) => [model.id, model]));
	return [...models.values()].map((model) => {
		return { ...NEW, ...model, owned_by: model.id.slice(model.id.lastIndexOf(":") + 1) };
	});
}

/** An alias, with the facts about its first target. */
async function describeAlias(id: string, { services }: Incoming): Promise<ListedModel> {
	const [target] = services.targets.find(id, undefined, undefined);
	return { ...NEW, id, owned_by: "hub", ...(target ? await describeTarget(target, services) : {}) };
}

/** The facts about the model of a target: at one provider, if it names one. */
async function describeTarget(target: Target, services: Services): Promise<ModelFacts> {
	const { provider, isLocal } = target;
	if (isLocal) return await describeOwnModel(target, services.own.list);
	const routed = await services.models.list();
	const model = withoutSuffix(target.model);
	if (provider === undefined) return pickFacts(routed.find(({ id }) => id === model));
	return describeModel(model, provider, services.offers() ?? services.models.offers() ?? []);
}

function pickFacts(model: ListedModel | undefined): ModelFacts {
	if (!model) return {};
	const { id: _id, object: _object, created: _created, owned_by: _owner, ...facts } = model;
	return facts;
}
