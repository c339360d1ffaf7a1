import { refuse } from "../http/index.js";
async function sendPrepared({ target, helper, request }, options, streaming, onResponse) {
  const response = await options.fetch(request.url, request.info);
  const { status, headers } = response;
  const info = { status, headers, requestId: headers.get("x-request-id") ?? "", provider: helper.provider.id };
  onResponse(info);
  options.onResponse?.(info);
  return response.ok ? response : await refuse(response, request, errorTexts(target, options, streaming));
}
function errorTexts({ provider, model }, options, streaming) {
  const id = typeof provider === "object" ? provider.id : provider;
  const chatFailure = `Provider ${id} does not seem to support chat completion for model ${model} .`;
  const { limits } = options;
  return { streaming, chatFailure: options.chatCompletion ? chatFailure : void 0, limits };
}
export {
  sendPrepared
};
