import { closestWord } from "../../catalogue/index.js";
import { GatewayError } from "../errors.js";
import { replyJson } from "../reply.js";
async function answerModels({ services }) {
  const models = await services.models.list();
  return replyJson({ object: "list", data: [...listAliases(services.targets.aliases.keys()), ...models] });
}
async function answerModel({ services, groups }) {
  const [id = ""] = groups;
  const models = [...listAliases(services.targets.aliases.keys()), ...await services.models.list()];
  const found = models.find((model) => model.id === id);
  if (found) return replyJson(found);
  const guess = closestWord(
    id,
    models.map((model) => model.id)
  );
  const hint = guess ? ` Did you mean ${guess}?` : "";
  throw new GatewayError(404, `There is no model "${id}".${hint}`, { code: "model_not_found", param: "model" });
}
function listAliases(names) {
  return [...names].map((id) => ({ id, object: "model", created: 0, owned_by: "hub" }));
}
export {
  answerModel,
  answerModels
};
