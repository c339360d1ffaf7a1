import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { remember } from "./remember.ts";

/**
 * Makes a server listen on a port.
 * @param port 0 for a free one
 * @returns its URL, without a slash at the end
 * @throws what `listen` throws, such as `EADDRINUSE`
 */
export async function listen(server: Server, host: string, port: number): Promise<string> {
	await new Promise<void>((resolve, reject) => {
		server.once("error", reject);
		server.listen(port, host, () => {
			server.off("error", reject);
			resolve();
		});
	});
	const address = server.address();
	const actual = typeof address === "object" && address ? address.port : port;
	return `http://${host.includes(":") ? `[${host}]` : host}:${actual}`;
}

/** The URL of a request; undefined for a malformed one. A target such as `//` is a path, not a host. */
export function readTarget({ url = "/", headers }: IncomingMessage): string | undefined {
	const target = url.startsWith("/") ? `http://${headers.host ?? "localhost"}${url}` : url;
	return isUrl(target) ? target : undefined;
}

const isUrl: (text: string) => boolean = remember((text) => URL.canParse(text));

/** Whether a request has a body. */
export function hasBody({ method, headers }: IncomingMessage): boolean {
	if (method === "GET" || method === "HEAD") return false;
	return headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
}

/** Waits until a response accepts more bytes, or is closed: a client that reads slowly slows its server down. */
export function waitForDrain(response: ServerResponse): Promise<void> {
	return new Promise((resolve) => {
		const go = (): void => {
			response.off("drain", go);
			response.off("close", go);
			resolve();
		};
		response.once("drain", go);
		response.once("close", go);
	});
}
