import { Writable } from "node:stream";
import { isDeeperThan, isRecord, MAX_JSON_LEVELS } from "../../../base/json.ts";
import { version } from "../../../base/version.ts";
import { checkKey, createCallerCheck } from "../../../gateway/access.ts";
import { GatewayError } from "../../../gateway/errors.ts";
import { type Reply, type ReplyStream, replyJson } from "../../../gateway/reply.ts";
import type { GatewayRequest } from "../../../gateway/types.ts";
import { isLoopback } from "../../../http/callers.ts";
import { validate } from "../../../inference/object/validate.ts";
import type { Context } from "../../context.ts";
import { UsageError } from "../../errors/usage.ts";
import { readTokenOption } from "../../input/token.ts";
import { chooseKey } from "../serve/options.ts";
import { listen } from "../serve/run.ts";
import { type McpServerOptions, ToolRunner } from "./call-tool.ts";
import { listTools, type OfferedTool } from "./tool-list.ts";

/** Bytes of the largest message. */
const MAX_MESSAGE_BYTES = 10 * 2 ** 20;
/** Headers of a request that the protocol reads. */
const PROTOCOL_HEADERS = [
	"accept",
	"content-type",
	"mcp-protocol-version",
	"mcp-method",
	"mcp-name",
	"mcp-session-id",
	"last-event-id",
];

type ServerFactory = () => import("@modelcontextprotocol/server").McpServer;

/** Serves until the client has left, or a signal arrives. */
export async function runMcp(given: McpServerOptions, context: Context): Promise<void> {
	const tools = await listTools(given.tools);
	const options = await readTokenOption(given, context);
	const runner = new ToolRunner(options, context);
	const { McpServer } = await import("@modelcontextprotocol/server");
	const createServer: ServerFactory = () => {
		const server = new McpServer({ name: "hub", version });
		for (const tool of tools) {
			const { name, description } = tool;
			server.registerTool(name, { description, inputSchema: toStandardSchema(tool) }, async (args, { mcpReq }) => {
				const progressToken = mcpReq._meta?.progressToken;
				let progress = 0;
				const hear = (message: string): void => {
					if (progressToken === undefined) return;
					const params = { progressToken, progress: ++progress, message: context.secrets.hide(message) };
					mcpReq.notify({ method: "notifications/progress", params }).catch(() => undefined);
				};
				return await runner.call(tool, args, mcpReq.signal, hear);
			});
		}
		return server;
	};
	if (given.http === undefined) await serveStreams(createServer, context);
	else await serveHttp(createServer, given.http, given, context);
	context.signal.throwIfAborted();
}

/** The schema of a tool's arguments as the SDK takes it. */
function toStandardSchema({
	schema,
}: OfferedTool): import("@modelcontextprotocol/server").StandardSchemaWithJSON<Record<string, unknown>> {
	const check = (value: unknown) => {
		if (isDeeperThan(value, MAX_JSON_LEVELS)) return { issues: [{ message: "The arguments are nested too deeply." }] };
		const problems = validate(schema, value);
		if (problems.length === 0 && isRecord(value)) return { value };
		return {
			issues: problems
				.slice(0, 3)
				.map(({ path, message }) => ({ message: `${path.slice(1) || "arguments"} ${message}` })),
		};
	};
	const jsonSchema = { input: () => ({ ...schema }), output: () => ({ ...schema }) };
	return { "~standard": { version: 1, vendor: "hub", validate: check, jsonSchema } as const };
}

/** Speaks over standard input and output, where nothing else is printed. Ends with the input. */
async function serveStreams(createServer: ServerFactory, context: Context): Promise<void> {
	const { stdin } = context;
	if (stdin.isTTY)
		context.note("A client starts this server: hub mcp --print claude prints the entry. Ctrl-C ends it.");
	const { serveStdio, StdioServerTransport } = await import("@modelcontextprotocol/server/stdio");
	// A client that sends and does not read is not read from either: its answers would fill the memory.
	const output = new Writable({
		decodeStrings: false,
		write: (text: string, _encoding, done) => {
			stdin.pause();
			context.print(text).then(() => {
				stdin.resume();
				done();
			}, done);
		},
	});
	output.on("error", () => undefined);
	const transport = new StdioServerTransport(stdin, output, { maxBufferSize: MAX_MESSAGE_BYTES });
	const ended = new Promise<void>((resolve) => {
		// It is closed at the end of the input, and by a message that is too large.
		const close = transport.close.bind(transport);
		transport.close = () => close().finally(resolve);
		if (context.signal.aborted) resolve();
		context.signal.addEventListener("abort", () => resolve(), { once: true });
	});
	const handle = serveStdio(createServer, { transport, maxSubscriptions: 16 });
	await ended;
	await handle.close();
	stdin.destroy();
}

/** Listens on a port, with the checks of `hub serve`. */
async function serveHttp(
	createServer: ServerFactory,
	port: number,
	given: McpServerOptions,
	context: Context,
): Promise<void> {
	const { host = "127.0.0.1", key: hasKey, keyStdin = false, allowHost = [] } = given;
	if (port > 65_535) throw new UsageError(`Port ${port} does not exist.`, "Ports go to 65535.", "port-unavailable");
	const key = await chooseKey({ keyStdin, ...(hasKey === false ? { key: false } : {}) }, host, context);
	if (key !== undefined) context.secrets.add(key, "$HUB_SERVE_KEY");
	const { createMcpHandler } = await import("@modelcontextprotocol/server");
	const handler = createMcpHandler(createServer, { maxRequestBodySize: MAX_MESSAGE_BYTES, maxSubscriptions: 64 });
	const checkCaller = createCallerCheck(
		{ hosts: [...(isLoopback(host) ? [] : [host]), ...allowHost], cors: [] },
		"hub mcp",
	);
	const reply = async (request: GatewayRequest): Promise<Reply> => {
		try {
			checkCaller(request);
			const path = new URL(request.url).pathname;
			if (path !== "/mcp") throw new GatewayError(404, "This server answers on /mcp only.", { code: "not_found" });
			checkKey(request, { key }, "hub mcp");
			return await toReply(await handler.fetch(...toRequest(request)));
		} catch (error) {
			if (error instanceof GatewayError) return error.toReply();
			return replyJson({ error: { message: "The request cannot be answered." } }, { status: 500 });
		}
	};
	const server = await listen({ reply }, host, port, context);
	context.defer(server.close);
	const url = `${server.url}/mcp`;
	const header = key === undefined ? "" : `Authorization: Bearer ${key}\n`;
	await context.print(context.flags.json ? `${JSON.stringify({ url, key: key ?? null })}\n` : `${url}\n${header}`);
	context.note(context.colors.stderr.dim("hub mcp listens. Ctrl-C ends it."));
	if (!isLoopback(host)) context.note("Other machines can reach this port; only the key protects it.");
	await new Promise<void>((resolve) => {
		if (context.signal.aborted) resolve();
		context.signal.addEventListener("abort", () => resolve(), { once: true });
	});
	await handler.close();
}

/** Returns a request as the SDK takes it; it is aborted if the client leaves. */
function toRequest(request: GatewayRequest): [Request] {
	const { method, url, headers, content, body, onGone } = request;
	const gone = new AbortController();
	onGone?.(() => gone.abort());
	const kept = PROTOCOL_HEADERS.flatMap((name): [string, string][] => {
		const value = headers.get(name);
		return value === null ? [] : [[name, value]];
	});
	const sent = method === "GET" || method === "HEAD" ? undefined : (content ?? body ?? undefined);
	const init = { method, headers: kept, signal: gone.signal, duplex: "half", ...(sent ? { body: sent } : {}) };
	return [new Request(url, init)];
}

async function toReply(response: Response): Promise<Reply> {
	const headers = Object.fromEntries(response.headers);
	const isStream = headers["content-type"]?.startsWith("text/event-stream");
	if (!isStream || !response.body) return { status: response.status, headers, body: await response.text() };
	const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
	const body: ReplyStream = {
		next: async () => {
			const { value } = await reader.read().catch(() => ({ value: undefined }));
			return value;
		},
		cancel: () => void reader.cancel().catch(() => undefined),
		onEnd: undefined,
	};
	return { status: response.status, headers, body };
}
