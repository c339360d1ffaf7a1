import { InferenceClientProviderApiError } from "../../errors.ts";
import { type Fetch, isRequest } from "../../http/index.ts";

/**
 * A redirect to another host would give the prompt, and perhaps the token, to a third party; one from https to http
 * would send them unencrypted.
 */
export function stayWithHost(fetch: Fetch, endpoint: string): Fetch {
	const { host, protocol } = new URL(endpoint);
	return async (input, init) => {
		let url = isRequest(input) ? input.url : String(input);
		if (new URL(url).host !== host) return fetch(input, init);
		for (let hops = 0; ; hops++) {
			const response = await fetch(url, { ...init, redirect: "manual" });
			const location = response.headers.get("location");
			if (response.status < 300 || response.status > 399 || !location) return response;
			await response.body?.cancel();
			const next = new URL(location, url);
			const isElsewhere = next.host !== host || (protocol === "https:" && next.protocol !== "https:");
			const problem = isElsewhere
				? `The endpoint redirects to another host, ${next.origin}: refused. Use that URL with --endpoint if you trust it.`
				: hops >= 10 && "The endpoint redirects in a loop.";
			if (problem) {
				throw new InferenceClientProviderApiError(
					problem,
					{ url, method: init?.method ?? "GET" },
					{ requestId: "", status: response.status, body: "" },
				);
			}
			url = next.href;
		}
	};
}
