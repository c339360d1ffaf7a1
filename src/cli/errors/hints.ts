import {
	InferenceClientHubApiError,
	type InferenceClientProviderApiError,
	type InferenceClientProviderOutputError,
} from "../../errors.ts";
import type { Subject } from "./subject.ts";

/** What to do where a token is missing. */
export const TOKEN_HINT = "Run hub login, or set HF_TOKEN. The sandbox (--sandbox) needs none.";

const DEADLINE_HINT = "Allow more time with --deadline SECONDS, or try another provider (-p).";

const OUTPUT_HINTS = {
	malformed: "The provider's answer has an unexpected form. Try another provider (-p), or --debug to see the request.",
	failed: "The provider could not finish the job. Change the input or try another provider (-p).",
	timeout: "The job takes longer than the provider's limit of polls. Try again later, or another provider (-p).",
} as const;

/** What to do about an answer that is no result. */
export function outputHint({ message, reason }: InferenceClientProviderOutputError): string {
	return message.startsWith("No result within the deadline") ? DEADLINE_HINT : OUTPUT_HINTS[reason];
}

/** What to do about an answer with an error status. */
export function httpHint(
	error: InferenceClientProviderApiError | InferenceClientHubApiError,
	subject: Subject,
): string | undefined {
	const { status, retryAfter } = error.httpResponse;
	if (error instanceof InferenceClientHubApiError) return hubHint(status, retryAfter, subject);
	return downloadHint(error) ?? statusHint(status, retryAfter, subject);
}

/** What the hub is asked for is models, and whose token it is. */
function hubHint(status: number, retryAfter: number | undefined, subject: Subject): string | undefined {
	switch (status) {
		case 401:
			if (subject.tokenSource) return statusHint(status, retryAfter, subject);
			return `Perhaps there is no such model, or it is private. ${TOKEN_HINT}`;
		case 403:
			return "If the model is gated, ask for access on its page, and use a token that may read it.";
		case 404:
			return "Check the model's id; hub models WORD searches for it.";
		case 429:
		case 503:
			return `Try again ${describeWait(retryAfter)}.`;
		default:
			return status >= 500 ? "The fault is the hub's. Try again later." : statusHint(status, retryAfter, subject);
	}
}

/** Files are fetched without token, and from whoever has them: neither model nor provider is to blame. */
function downloadHint({ message, httpResponse }: InferenceClientProviderApiError): string | undefined {
	const isRefused = message.startsWith("Failed to download ") && httpResponse.status < 500;
	return isRefused ? "Check that the file is at this address, and that it needs no login." : undefined;
}

function statusHint(
	status: number,
	retryAfter: number | undefined,
	{ tokenSource: source }: Subject,
): string | undefined {
	switch (status) {
		case 401:
			return source
				? `The token from ${source} was not accepted. Check it, or store another with hub login.`
				: `No token was found. ${TOKEN_HINT}`;
		case 402:
			return "The account has no credit left for this. Choose another provider (-p), or let an organisation pay with --bill-to.";
		case 403:
			return "The token may not do this: it needs the right to call inference providers, and access to the model if it is gated.";
		case 404:
			return "Check the model's id (-m) and that this provider (-p) serves it.";
		case 413:
			return "The input is too large for this provider.";
		case 429:
		case 503:
			return `Try again ${describeWait(retryAfter)}, or choose another provider (-p).`;
		default:
			return status >= 500 ? "The fault is the provider's. Try again later, or another provider (-p)." : undefined;
	}
}

function describeWait(retryAfter: number | undefined): string {
	return retryAfter === undefined ? "later" : `in ${Math.ceil(retryAfter)} s`;
}

/** What to do about input the library refused. */
export function inputHint(message: string): string | undefined {
	if (message.startsWith("No Inference Provider available") || message.includes("inference provider information")) {
		return "Choose another model (-m) or provider (-p).";
	}
	if (/^Task .* not supported for provider/.test(message)) {
		return "Choose another provider (-p); hub tasks TASK shows who serves it.";
	}
	if (/^Model .* is not supported for task/.test(message)) {
		return "Choose another task (-t), or provider (-p); hub providers --model ID shows who does what with it.";
	}
	if (message.startsWith("Specifying a model is required")) return "Name one with -m.";
	if (message.includes("does not support HF tokens")) return "Set the provider's own key, such as OPENAI_API_KEY.";
	if (message.startsWith("Cannot select auto-router")) {
		return "Name the provider this key belongs to with -p, or set HF_TOKEN to a hub token (hf_…).";
	}
	if (message.includes("needs its own API key")) return "Set the provider's own key, such as OPENAI_API_KEY.";
	return undefined;
}
