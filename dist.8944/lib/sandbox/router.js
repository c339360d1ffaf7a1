import { checkHubToken } from "./authorization.js";
import { batchRoutes } from "./batch-routes.js";
import { readFields } from "./body.js";
import { noSuchModel } from "./endpoints/behavior.js";
import { modelRoutes } from "./endpoints/models.js";
import { notFound, ServiceFailure } from "./failure.js";
import { modelExists } from "./known-owners.js";
import { chooseOffer, POLICIES } from "./offers.js";
import { openaiRoutes } from "./openai-routes.js";
import { answerWithinLimits } from "./within-limits.js";
const ROUTES = [
  { method: "POST", path: /^v1\/chat\/completions$/, handle: routeChat },
  ...modelRoutes("v1"),
  ...openaiRoutes("v1"),
  ...batchRoutes("v1")
];
function answerRouter(incoming) {
  const { request, path } = incoming;
  const routes = ROUTES.filter((route2) => route2.path.test(path));
  if (routes.length === 0) throw notFound(`Not Found: ${request.method} /${path}`);
  const route = routes.find(({ method }) => method === request.method);
  if (!route) throw new ServiceFailure(405, "Method Not Allowed");
  checkHubToken(request, request.method === "GET" ? "optional" : "required");
  const groups = (route.path.exec(path) ?? []).slice(1).map((group) => decodeURIComponent(group ?? ""));
  return route.handle({ ...incoming, groups });
}
async function routeChat(incoming) {
  const fields = await readFields(incoming.request);
  const [, name = "", suffix = "auto"] = /^(.*?)(?::([\w-]+))?$/s.exec(fields.requireText("model")) ?? [];
  if (!modelExists(name)) throw noSuchModel(name);
  const offer = chooseOffer(name, suffix);
  if (!offer && !POLICIES.includes(suffix)) {
    throw new ServiceFailure(400, `The requested model '${name}' is not supported by provider '${suffix}'.`, {
      code: "model_not_supported",
      field: ["model"]
    });
  }
  const service = offer?.provider ?? "hf-inference";
  const { answerChat } = await import("./endpoints/chat.js");
  const response = await answerWithinLimits(incoming, service, () => answerChat({ ...incoming, service }, fields));
  response.headers.set("x-inference-provider", service);
  return response;
}
export {
  answerRouter
};
