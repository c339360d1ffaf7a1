import { quote } from "../quote.js";
import { prepareArgs } from "./args.js";
import { makeRawRequest, nameChatModel } from "./request.js";
import { chooseToken } from "./token.js";
function makePlan(subject, model, provider, helper, mapping, options) {
  const source = {
    ...subject,
    model: model.id,
    provider,
    providerModel: mapping?.providerId ?? model.id,
    mapping,
    args: prepareArgs(subject, model, options),
    options
  };
  const request = makeRawRequest(source, helper);
  const chatModel = nameChatModel(source);
  const isRouted = subject.task === "conversational" && chatModel === `${model.id}:${provider}`;
  return {
    ...subject,
    model: source.model,
    library: model.library_name,
    provider,
    providerModel: source.providerModel,
    chatModel,
    routerNote: isRouted ? `or, without the provider: model ${quote(chatModel)}` : void 0,
    args: source.args,
    hasOwnParameters: options.parameters !== void 0,
    token: chooseToken(provider, options),
    billTo: options.billTo || void 0,
    endpointUrl: options.endpointUrl || void 0,
    request,
    baseUrl: withoutEnd(request?.url ?? options.endpointUrl ?? "", "/chat/completions")
  };
}
function withoutEnd(text, end) {
  return text.endsWith(end) ? text.slice(0, -end.length) : text;
}
export {
  makePlan
};
