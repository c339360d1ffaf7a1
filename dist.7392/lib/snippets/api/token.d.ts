import type { InferenceSnippetOptions } from "./options.ts";
import type { Value } from "./values.ts";
/** How a snippet authenticates: with a token the caller gave, or with an environment variable. */
export type Token = {
    literal: string;
} | {
    variable: string;
};
/** Returns the token of a snippet. */
export declare function chooseToken(provider: string, options: InferenceSnippetOptions): Token;
export declare function pythonToken(token: Token): Value;
/** @param scheme such as `Bearer` */
export declare function pythonAuthorization(scheme: string, token: Token): Value;
export declare function jsToken(token: Token): Value;
export declare function jsAuthorization(scheme: string, token: Token): Value;
/** Returns the whole header, as one word of a command. */
export declare function shellAuthorization(scheme: string, token: Token): string;
