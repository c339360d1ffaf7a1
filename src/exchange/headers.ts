/** Request headers that describe the request and never contain a secret. */
const REQUEST_HEADERS = /^(accept|content-type|prefer|openai-beta|x-hf-bill-to|x-use-cache|x-wait-for-model)$/;

/** Response headers that programs use. */
const RESPONSE_HEADERS =
	/^(content-type|content-disposition|link|location|retry-after|retry-after-ms|x-request-id|x-inference-provider|x-error-(code|message)|x-repo-commit|x-total-count|x-compute-(type|time)|x-(request-|inference-)?cost(-usd)?|x-hub-cost|x-hub-provider|x-hub-model|x-ratelimit-[\w-]+|ratelimit(-[\w-]+)?)$/;

export function keepRequestHeaders(headers: Headers): Record<string, string> {
	const kept = keep(headers, REQUEST_HEADERS);
	// The boundary differs in every run.
	const type = kept["content-type"];
	if (type?.startsWith("multipart/")) kept["content-type"] = type.replace(/;.*$/s, "");
	return kept;
}

export function keepResponseHeaders(headers: Headers): Record<string, string> {
	return keep(headers, RESPONSE_HEADERS);
}

function keep(headers: Headers, allowed: RegExp): Record<string, string> {
	return Object.fromEntries([...headers].filter(([name]) => allowed.test(name)));
}
