import { type Provider } from "../inference/index.ts";
/** Target of a request. */
export type Location = {
    kind: "hub" | "router" | "datasets";
    path: string;
} | {
    kind: "file";
    name: string;
} | {
    kind: "provider";
    provider: Provider;
    routed: boolean;
    host: string;
    path: string;
} | {
    kind: "nowhere";
};
/**
 * Returns the service that a URL is for. Hosts are the real ones, or the first part of the path: `/@host/…`.
 * A URL put together from two (a poll's path behind the service's own) means the last host it names.
 */
export declare function locate(url: URL): Location;
/** Returns the URL of a path on a host, seen from a request to `url`. */
export declare function providerUrlFrom(url: URL, origin: string | undefined, host: string, path: string): string;
/** Returns the URL of a path of the hub, seen from a request to `url`. */
export declare function hubUrlFrom(url: URL, origin: string | undefined, path: string): string;
/** Returns the URL of a stored file, seen from a request to `url`. */
export declare function fileUrlFrom(url: URL, origin: string | undefined, name: string): string;
/**
 * Returns the sandbox's URL for a URL of the hub, the router or a provider; other URLs stay as they are.
 * @param origin the sandbox's URL, such as `http://127.0.0.1:8080`
 */
export declare function toSandboxUrl(href: string, origin: string): string;
