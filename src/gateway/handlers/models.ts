import { GatewayError, suggest } from "../errors.ts";
import type { ListedModel } from "../model-list.ts";
import type { Incoming } from "../read-request.ts";
import { type Reply, replyJson } from "../reply.ts";

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

function toAnthropicModel({ id, created }: ListedModel) {
	const date = new Date(Math.min(MAX_SECONDS, Math.max(0, created)) * 1000);
	return { type: "model", id, display_name: id, created_at: date.toISOString() };
}

/** `GET /v1/models/{id}` */
export async function answerModel(incoming: Incoming): Promise<Reply> {
	const { request, groups, services, key } = incoming;
	const [id = ""] = groups;
	const models = await listModels(incoming);
	// Names that fit a pattern are not listed.
	const fits = services.targets.hasAlias(id) && services.targets.mayCall(id, key);
	const found = models.find((model) => model.id === id) ?? (fits ? { ...NEW, id, owned_by: "hub" } : undefined);
	if (found) return replyJson(request.headers.has("anthropic-version") ? toAnthropicModel(found) : found);
	const ids = models.map((model) => model.id);
	throw new GatewayError(404, `There is no model "${id}".${suggest(id, ids)}`, {
		code: "model_not_found",
		param: "model",
	});
}

const NEW = { object: "model", created: 0 } as const;

/** The models that the client may name: aliases first. */
async function listModels({ services, key }: Incoming): Promise<readonly ListedModel[]> {
	const aliases = [...services.targets.aliases.keys()].map((id) => ({ ...NEW, id, owned_by: "hub" }));
	const { local } = services.options;
	const found = await Promise.all(services.targets.locals.map((name) => local?.list(name) ?? []));
	const locals = [...new Set(found.flat())].map((id) => ({ ...NEW, id, owned_by: id.slice(id.lastIndexOf(":") + 1) }));
	const models = [...aliases, ...locals, ...(await services.models.list())];
	return models.filter(({ id }) => services.targets.mayCall(id, key));
}
