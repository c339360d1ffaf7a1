import type { IncomingMessage, Server, ServerResponse } from "node:http";
/**
 * Has a server listen on a port.
 * @param port 0 for a free one
 * @returns its URL, without a slash at the end
 * @throws what `listen` throws, such as `EADDRINUSE`
 */
export declare function listen(server: Server, host: string, port: number): Promise<string>;
/** The URL a request is for; undefined for a malformed one. A target such as `//` is a path, not a host. */
export declare function readTarget({ url, headers }: IncomingMessage): string | undefined;
/** Whether a request has a body. */
export declare function hasBody({ method, headers }: IncomingMessage): boolean;
/** Waits until a response takes more bytes, or is closed: a client that reads slowly slows its server down. */
export declare function waitForDrain(response: ServerResponse): Promise<void>;
