import { type CallerRules } from "../http/callers.ts";
/** Explains why a request is refused; undefined where it is not. */
export declare function refuseCaller(rules: CallerRules, caller: {
    host: string | undefined;
    origin: string | undefined;
}): string | undefined;
/** Returns the CORS headers for a web page that may call. */
export declare function corsHeaders(rules: CallerRules, origin: string | undefined): Record<string, string>;
