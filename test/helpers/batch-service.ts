import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createSandbox } from "../../src/sandbox/index.ts";

/** The batch service of the sandbox behind a real port, where a test may step in. */
export interface BatchService {
	/** For `--endpoint`. */
	url: string;
	/** `METHOD path` of each request. */
	asked: string[];
	/** Answers in place of the sandbox; undefined lets it answer. With a header `x-cut` the connection breaks after the body. */
	intercept: (asked: string, answer: () => Promise<Response>) => Promise<Response | undefined>;
	close(): Promise<void>;
}

export async function startBatchService(): Promise<BatchService> {
	const sandbox = createSandbox({ pendingPolls: 0 });
	const service: BatchService = { url: "", asked: [], intercept: async () => undefined, close: () => close(server) };
	const server = createServer(async (incoming, outgoing) => {
		const asked = `${incoming.method} ${incoming.url}`;
		service.asked.push(asked);
		const body = await readBody(incoming);
		const answer = (): Promise<Response> =>
			sandbox(`http://${incoming.headers.host}${incoming.url}`, {
				method: incoming.method ?? "GET",
				headers: { authorization: "Bearer hf_test", "content-type": incoming.headers["content-type"] ?? "" },
				...(body.length > 0 ? { body } : {}),
			});
		try {
			const response = (await service.intercept(asked, answer)) ?? (await answer());
			const bytes = Buffer.from(await response.arrayBuffer());
			outgoing.writeHead(response.status, Object.fromEntries(response.headers));
			if (response.headers.has("x-cut")) outgoing.write(bytes, () => setTimeout(() => outgoing.destroy(), 50));
			else outgoing.end(bytes);
		} catch {
			outgoing.destroy();
		}
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
	return service;
}

async function readBody(incoming: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
	const chunks: Buffer[] = [];
	for await (const chunk of incoming) chunks.push(chunk as Buffer);
	return new Uint8Array(Buffer.concat(chunks));
}

function close(server: Server): Promise<void> {
	server.closeAllConnections();
	return new Promise((resolve) => server.close(() => resolve()));
}
