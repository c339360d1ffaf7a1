import { createMcpHandler } from "@modelcontextprotocol/server";
import { checkKey, createCallerCheck } from "../../../gateway/access.ts";
import { GatewayError, type GatewayRequest, type Reply, type ReplyStream } from "../../../gateway/index.ts";
import { readBody } from "../../../gateway/read-body.ts";
import { replyJson } from "../../../gateway/reply.ts";
import type { Context } from "../../context.ts";
import { UsageError } from "../../errors/usage.ts";
import { listen } from "../serve/run.ts";
import type { TaskTools } from "./serve-tools.ts";

/** Bytes of the largest request: its files are paths. */
const MAX_BODY = 4 * 2 ** 20;
const HOST = "127.0.0.1";
/** Headers that the protocol reads. */
const HEADERS = [
	"accept",
	"content-type",
	"last-event-id",
	"mcp-protocol-version",
	"mcp-session-id",
	"mcp-method",
	"mcp-name",
];

/**
 * Serves the tools over HTTP on this machine, with the key and the check of hosts of `hub serve`, until a signal arrives.
 * @throws UsageError if the port cannot be used
 */
export async function serveHttp(
	tools: TaskTools,
	port: number,
	key: string | undefined,
	context: Context,
): Promise<void> {
	const handler = createMcpHandler(() => tools.createServer());
	const checkCaller = createCallerCheck({ hosts: [], cors: [] }, "hub mcp");
	const answer = async (request: GatewayRequest): Promise<Reply> => {
		checkCaller(request);
		checkKey(request, { key }, "hub mcp");
		if (new URL(request.url).pathname !== "/mcp") throw new GatewayError(404, "The tools are at /mcp.");
		const gone = new AbortController();
		request.onGone?.(() => gone.abort());
		const body = request.method === "POST" ? await readBody(request, MAX_BODY) : undefined;
		const sent = HEADERS.map((name) => [name, request.headers.get(name)] as const);
		const response = await handler.fetch(
			new Request(request.url, {
				method: request.method,
				headers: sent.filter((header): header is [string, string] => header[1] !== null),
				signal: gone.signal,
				...(body ? { body } : {}),
			}),
		);
		const headers = Object.fromEntries(response.headers);
		return { status: response.status, headers, body: response.body ? toStream(response.body) : "" };
	};
	const reply = async (request: GatewayRequest): Promise<Reply> => {
		try {
			return await answer(request);
		} catch (error) {
			if (!(error instanceof GatewayError)) throw error;
			const { message, status, details } = error;
			return replyJson({ error: { message, code: details.code ?? null } }, { status, headers: { ...details.headers } });
		}
	};
	if (port > 65_535) throw new UsageError(`Port ${port} does not exist.`, "Ports go to 65535.", "port-unavailable");
	if (key !== undefined) context.secrets.add(key, "$HUB_SERVE_KEY");
	const server = await listen({ reply }, HOST, port, context);
	context.defer(server.close);
	await context.print(
		context.flags.json ? `${JSON.stringify({ url: `${server.url}/mcp`, key: key ?? null })}\n` : `${server.url}/mcp\n`,
	);
	if (key !== undefined) context.stderr.write(`Authorization: Bearer ${key}\n`);
	await new Promise<void>((resolve) => {
		if (context.signal.aborted) resolve();
		context.signal.addEventListener("abort", () => resolve(), { once: true });
	});
	await handler.close();
	context.signal.throwIfAborted();
}

function toStream(body: ReadableStream<Uint8Array>): ReplyStream {
	const reader = body.getReader();
	const decoder = new TextDecoder();
	return {
		onEnd: undefined,
		next: async () => {
			const { done, value } = await reader.read();
			return done ? undefined : decoder.decode(value, { stream: true });
		},
		cancel: () => void reader.cancel().catch(() => undefined),
	};
}
