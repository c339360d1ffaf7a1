import { closestWord } from "../catalogue/index.js";
import { remember } from "../remember.js";
import { checkKey, corsHeaders, createCallerCheck } from "./access.js";
import { GatewayError } from "./errors.js";
import { findRoute } from "./find-route.js";
import { Page } from "./page.js";
import { isStream, toResponse } from "./reply.js";
import { createServices } from "./services.js";
function createGateway(options = {}) {
  const services = createServices(options);
  const page = new Page(services);
  const rules = { hosts: options.hosts ?? [], cors: options.cors ?? [] };
  const checkCaller = createCallerCheck(rules);
  const parseUrl = remember((href) => new URL(href));
  let isDraining = false;
  const idle = [];
  let active = 0;
  const answer = async (request) => {
    let route;
    try {
      checkCaller(request);
      if (request.method === "OPTIONS") return { status: 204, headers: corsHeaders(request, rules), body: void 0 };
      const url = parseUrl(request.url);
      const found = findRoute(request, url);
      route = found.route;
      if (!route.access) checkKey(request, options.key);
      if (isDraining && route.isCall) {
        throw new GatewayError(503, "hub serve is stopping.", { code: "stopping", retryAfter: 1 });
      }
      const incoming = {
        services,
        request,
        url,
        route: route.path,
        groups: found.groups,
        client: nameClient(request)
      };
      const reply2 = await route.handle(incoming, page);
      if (request.headers.has("origin")) Object.assign(reply2.headers, corsHeaders(request, rules));
      return reply2;
    } catch (error) {
      return describeError(error, services, corsHeaders(request, rules));
    }
  };
  const reply = async (request) => {
    active++;
    const found = await answer(request);
    if (isStream(found.body)) found.body.onEnd = end;
    else end();
    return found;
  };
  const end = () => {
    active--;
    if (active === 0) for (const resolve of idle.splice(0)) resolve();
  };
  const gateway = async (request) => toResponse(await reply(request));
  return Object.defineProperty(
    Object.assign(gateway, {
      reply,
      createPageLink: () => page.createLink(),
      drain: () => {
        isDraining = true;
        return active === 0 ? Promise.resolve() : new Promise((resolve) => idle.push(resolve));
      },
      inFlight: 0
    }),
    "inFlight",
    { get: () => services.metrics.inFlight }
  );
}
function nameClient({ headers }) {
  return `${headers.get("x-hub-client") ?? ""} ${headers.get("openai-project") ?? ""} ${headers.get("user-agent") ?? ""}`;
}
function describeError(error, services, headers) {
  if (error instanceof GatewayError) {
    const message = services.clean(suggestModel(error, services));
    return new GatewayError(error.status, message, error.details).toReply(headers);
  }
  const reason = error instanceof Error ? error.message : String(error);
  const fault = new GatewayError(500, services.clean(`This is a fault in hub: ${reason}`), { code: "internal_error" });
  return fault.toReply(headers);
}
function suggestModel({ message, details }, { models, targets }) {
  if (details.code !== "model_not_found" || message.includes("Did you mean")) return message;
  const model = /[\w.-]+\/[\w.-]+/.exec(message)?.[0];
  const names = [...targets.aliases.keys(), ...models.ids].filter((name) => name !== model);
  const guess = model && closestWord(model, names);
  return guess ? `${message} Did you mean ${guess}?` : message;
}
export {
  createGateway
};
