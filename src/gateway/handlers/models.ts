import { closestWord } from "../../catalogue/index.ts";
import { GatewayError } from "../errors.ts";
import type { Incoming } from "../incoming.ts";
import type { ListedModel } from "../model-list.ts";
import { type Reply, replyJson } from "../reply.ts";
import { mayUse } from "../session.ts";

/** `GET /v1/models`: the aliases, then the router's list. */
export async function answerModels(incoming: Incoming): Promise<Reply> {
	return replyJson({ object: "list", data: await listModels(incoming) });
}

/** `GET /v1/models/{id}` */
export async function answerModel(incoming: Incoming): Promise<Reply> {
	const [id = ""] = incoming.groups;
	const models = await listModels(incoming);
	const found = models.find((model) => model.id === id);
	if (found) return replyJson(found);
	const guess = closestWord(
		id,
		models.map((model) => model.id),
	);
	const hint = guess ? ` Did you mean ${guess}?` : "";
	throw new GatewayError(404, `There is no model "${id}".${hint}`, { code: "model_not_found", param: "model" });
}

const NEW = { object: "model", created: 0 } as const;

/** The models that the client may name: aliases first. */
async function listModels({ services, key }: Incoming): Promise<readonly ListedModel[]> {
	const aliases = [...services.targets.aliases.keys()].map((id) => ({ ...NEW, id, owned_by: "hub" }));
	const { local } = services.options;
	const found = await Promise.all(services.targets.locals.map((name) => local?.list(name) ?? []));
	const locals = [...new Set(found.flat())].map((id) => ({ ...NEW, id, owned_by: id.slice(id.lastIndexOf(":") + 1) }));
	const models = [...aliases, ...locals, ...(await services.models.list())];
	return key?.models ? models.filter(({ id }) => mayUse(id, key)) : models;
}
