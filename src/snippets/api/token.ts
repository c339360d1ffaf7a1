import { AUTO } from "../../inference/index.ts";
import { code } from "../library/snippet.ts";
import { quoteShell } from "../quote.ts";
import type { InferenceSnippetOptions } from "./snippet-options.ts";
import type { Value } from "./values.ts";

/** How a snippet authenticates: with a token the caller gave, or with an environment variable. */
export type Token = { literal: string } | { variable: string };

/** Returns the token of a snippet. */
export function chooseToken(provider: string, options: InferenceSnippetOptions): Token {
	if (options.accessToken) return { literal: options.accessToken };
	if (options.endpointUrl) return { variable: "API_TOKEN" };
	if (provider === "hf-inference" || provider === AUTO || !options.directRequest) return { variable: "HF_TOKEN" };
	return { variable: `${provider.toUpperCase().replaceAll("-", "_")}_API_KEY` };
}

export function pythonToken(token: Token): Value {
	return "literal" in token ? token.literal : code(`os.environ["${token.variable}"]`);
}

/** @param scheme such as `Bearer` */
export function pythonAuthorization(scheme: string, token: Token): Value {
	return "literal" in token ? `${scheme} ${token.literal}` : code(`f"${scheme} {os.environ['${token.variable}']}"`);
}

export function jsToken(token: Token): Value {
	return "literal" in token ? token.literal : code(`process.env.${token.variable}`);
}

export function jsAuthorization(scheme: string, token: Token): Value {
	return "literal" in token ? `${scheme} ${token.literal}` : code(`\`${scheme} \${process.env.${token.variable}}\``);
}

/** Returns the whole header, as one word of a command. */
export function shellAuthorization(scheme: string, token: Token): string {
	return "literal" in token
		? quoteShell(`Authorization: ${scheme} ${token.literal}`)
		: `"Authorization: ${scheme} $${token.variable}"`;
}
