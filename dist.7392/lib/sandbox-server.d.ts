import { type SandboxOptions } from "./sandbox/index.ts";
export * from "./sandbox/index.ts";
/** Settings of a sandbox that listens on a port. */
export interface ServeOptions extends SandboxOptions {
    /** Default: a free one. */
    port?: number | undefined;
    /** Host to listen on. Default `127.0.0.1`, which only this computer reaches. */
    host?: string | undefined;
    /** Host names, without port, under which it answers besides `localhost`, loopback addresses and `host`. Default none. */
    allowedHosts?: readonly string[] | undefined;
    /** Origins of web pages that may call it, such as `http://localhost:3000`; `*` permits all. Default none. */
    cors?: string | readonly string[] | undefined;
    /** Answers in place of a sandbox, such as recordings. */
    answer?: typeof globalThis.fetch | undefined;
}
/** A sandbox that listens. */
export interface RunningSandbox {
    /** Its URL, such as `http://127.0.0.1:8080`, without a slash at the end; hub and router in one. */
    url: string;
    /** Stops listening and ends all connections. */
    close(): Promise<void>;
}
/**
 * Starts a sandbox over HTTP.
 * @throws what `listen` throws, such as `EADDRINUSE`, when the port cannot be used
 */
export declare function startSandbox({ port, host, allowedHosts, cors, answer: standIn, ...options }?: ServeOptions): Promise<RunningSandbox>;
