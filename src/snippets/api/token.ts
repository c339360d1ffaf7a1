import { AUTO } from "../../inference/index.ts";
import { code } from "../library/snippet.ts";
import { quoteShell } from "../quote.ts";
import type { InferenceSnippetOptions } from "./snippet-options.ts";
import type { Value } from "./values.ts";

/** How a snippet authenticates: with a token the caller gave, or with an environment variable. */
export type SnippetToken = { literal: string } | { variable: string };

export function chooseToken(provider: string, options: InferenceSnippetOptions): SnippetToken {
	if (options.accessToken) return { literal: options.accessToken };
	if (options.endpointUrl) return { variable: "API_TOKEN" };
	if (provider === "hf-inference" || provider === AUTO || !options.directRequest) return { variable: "HF_TOKEN" };
	return { variable: `${provider.toUpperCase().replaceAll("-", "_")}_API_KEY` };
}

/** @param scheme such as `Bearer`: then the token is the value of a header */
export function pythonToken(token: SnippetToken, scheme?: string): Value {
	if ("literal" in token) return scheme ? `${scheme} ${token.literal}` : token.literal;
	return code(scheme ? `f"${scheme} {os.environ['${token.variable}']}"` : `os.environ["${token.variable}"]`);
}

/** @param scheme as for `pythonToken` */
export function jsToken(token: SnippetToken, scheme?: string): Value {
	if ("literal" in token) return scheme ? `${scheme} ${token.literal}` : token.literal;
	const variable = `process.env.${token.variable}`;
	return code(scheme ? `\`${scheme} \${${variable}}\`` : variable);
}

/** Returns the whole header, as one word of a command. */
export function shellAuthorization(scheme: string, token: SnippetToken): string {
	return "literal" in token
		? quoteShell(`Authorization: ${scheme} ${token.literal}`)
		: `"Authorization: ${scheme} $${token.variable}"`;
}
