const REQUEST_HEADERS = /^(accept|content-type|prefer|openai-beta|x-hf-bill-to|x-use-cache|x-wait-for-model)$/;
const RESPONSE_HEADERS = /^(content-type|content-disposition|link|location|retry-after|retry-after-ms|x-request-id|x-inference-provider|x-error-(code|message)|x-repo-commit|x-total-count|x-compute-(type|time)|x-(request-|inference-)?cost(-usd)?|x-hub-cost|x-hub-provider|x-hub-model|x-ratelimit-[\w-]+|ratelimit(-[\w-]+)?)$/;
function keepRequestHeaders(headers) {
  const kept = keep(headers, REQUEST_HEADERS);
  const type = kept["content-type"];
  if (type?.startsWith("multipart/")) kept["content-type"] = type.replace(/;.*$/s, "");
  return kept;
}
function keepResponseHeaders(headers) {
  return keep(headers, RESPONSE_HEADERS);
}
function keep(headers, allowed) {
  return Object.fromEntries([...headers].filter(([name]) => allowed.test(name)));
}
export {
  keepRequestHeaders,
  keepResponseHeaders
};
