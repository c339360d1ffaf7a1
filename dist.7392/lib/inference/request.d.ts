import { type WireRequest } from "../http/index.ts";
import type { AuthMethod, Call, Options, Provider, TaskAdapter } from "./types.ts";
export { AUTO, ROUTER_URL } from "./router.ts";
/** Address of the router in use, without a slash at its end. */
export declare function routerBase(options: Pick<Options, "routerUrl">): string;
/**
 * How a token authenticates a call.
 * @throws InputError for a provider that is not on the router and no key of its own
 */
export declare function authMethod(provider: Provider, accessToken: string | undefined, includeCredentials: Options["includeCredentials"]): AuthMethod;
/** Whether a call goes through the router. */
export declare function isRouted(auth: AuthMethod): boolean;
/** A request before its body is serialized. */
export interface RequestOutline {
    url: string;
    /** Authorization scheme. */
    scheme: string;
    body: {
        kind: "form";
        form: FormData;
    } | {
        kind: "json";
        value: object;
    };
}
/** Builds what code that shows a call needs to know of its request. Arguments may hold any object in place of a file. */
export declare function outlineRequest(call: Call, wire: TaskAdapter, provider: Provider, options: Options): RequestOutline;
/** Builds the request of a resolved call. Pure: it sends nothing and asks nobody. */
export declare function buildRequest(call: Call, wire: TaskAdapter, provider: Provider, accessToken: string | undefined, options: Options): WireRequest;
/** Where the other URLs of a job are: scheme and host of the request; on the router, the provider's part of it. */
export declare function serviceBase(url: string, { id }: Provider, options: Options): string;
