import { closestWord } from "../../catalogue/index.ts";
import { GatewayError } from "../errors.ts";
import type { Incoming } from "../incoming.ts";
import type { ListedModel } from "../model-list.ts";
import { type Reply, replyJson } from "../reply.ts";

/** `GET /v1/models`: the aliases, then the router's list. */
export async function answerModels({ services }: Incoming): Promise<Reply> {
	const models = await services.models.list();
	return replyJson({ object: "list", data: [...listAliases(services.targets.aliases.keys()), ...models] });
}

/** `GET /v1/models/{id}` */
export async function answerModel({ services, groups }: Incoming): Promise<Reply> {
	const [id = ""] = groups;
	const models = [...listAliases(services.targets.aliases.keys()), ...(await services.models.list())];
	const found = models.find((model) => model.id === id);
	if (found) return replyJson(found);
	const guess = closestWord(
		id,
		models.map((model) => model.id),
	);
	const hint = guess ? ` Did you mean ${guess}?` : "";
	throw new GatewayError(404, `There is no model "${id}".${hint}`, { code: "model_not_found", param: "model" });
}

function listAliases(names: Iterable<string>): ListedModel[] {
	return [...names].map((id) => ({ id, object: "model", created: 0, owned_by: "hub" }));
}
