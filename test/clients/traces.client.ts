import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/** The members of a message that `protobufjs` generates which are used here. */
interface MessageType {
	fromObject(value: unknown): object;
	toObject(message: object, options: object): unknown;
	verify(message: object): string | null;
	encode(message: object): { finish(): Uint8Array };
	decode(bytes: Uint8Array): object;
}

// Generated from the official `opentelemetry/proto/collector/trace/v1/trace_service.proto`.
const generated = createRequire(import.meta.url)("@opentelemetry/otlp-transformer/build/src/generated/root.js") as {
	opentelemetry: { proto: { collector: { trace: { v1: { ExportTraceServiceRequest: MessageType } } } } };
};
const Request = generated.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;

const hub = fileURLToPath(new URL("../../bin/hub.js", import.meta.url));
const home = mkdtempSync(join(tmpdir(), "hub-traces-"));
const received: { type: string | undefined; path: string | undefined; body: unknown }[] = [];
const collector = createServer(async (request, response) => {
	const parts: Buffer[] = [];
	for await (const part of request) parts.push(part as Buffer);
	const body: unknown = JSON.parse(Buffer.concat(parts).toString());
	received.push({ type: request.headers["content-type"], path: request.url, body });
	response.setHeader("content-type", "application/json").end("{}");
});
let url = "";

beforeAll(async () => {
	collector.listen(0, "127.0.0.1");
	await once(collector, "listening");
	url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
});
afterAll(() => {
	collector.close();
	rmSync(home, { recursive: true });
});

async function run(args: readonly string[], capture = ""): Promise<void> {
	const env = {
		PATH: process.env["PATH"],
		HOME: home,
		OTEL_EXPORTER_OTLP_ENDPOINT: url,
		OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: capture,
		TRACEPARENT: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
	};
	const child = spawn(process.execPath, [hub, ...args], { env, stdio: ["ignore", "ignore", "ignore"] });
	await once(child, "exit");
}

/** OTLP's JSON writes ids in hex where that of protocol buffers writes bytes in base64. */
function convertIds(value: unknown, from: BufferEncoding, to: BufferEncoding): unknown {
	if (Array.isArray(value)) return value.map((item) => convertIds(item, from, to));
	if (value === null || typeof value !== "object") return value;
	const entries = Object.entries(value).map(([name, member]): [string, unknown] => {
		const isId = /^(traceId|spanId|parentSpanId)$/.test(name) && typeof member === "string";
		return [name, isId ? Buffer.from(member, from).toString(to) : convertIds(member, from, to)];
	});
	return Object.fromEntries(entries);
}

describe("traces of the command match the official OTLP schema", () => {
	it.each<[name: string, args: string[], capture?: string]>([
		["a chat", ["infer", "-t", "chat", "--sandbox", "hi", "--seed", "3", "--temperature", "0.5", "--stop", "x"]],
		["a chat with its content", ["infer", "-t", "chat", "--sandbox", "hi", "--no-stream"], "SPAN_ONLY"],
		["embeddings", ["infer", "-t", "embed", "--sandbox", "hi"]],
		["speech", ["infer", "-t", "tts", "--sandbox", "hi", "-o", join(home, "a.wav")]],
		[
			"a refused call",
			["infer", "-t", "chat", "--endpoint", "http://127.0.0.1:9/v1", "-m", "m", "hi", "--retries", "0"],
		],
	])("are valid: %s", async (_, args, capture) => {
		received.length = 0;
		await run(args, capture);
		expect(received).toMatchObject([{ type: "application/json", path: "/v1/traces" }]);
		const sent = convertIds(received[0]?.body, "hex", "base64");
		const message = Request.fromObject(sent);
		expect(Request.verify(message)).toBeNull();
		// On the way through the binary form, members that the schema does not know get lost, and others change.
		const back = Request.toObject(Request.decode(Request.encode(message).finish()), { longs: String, bytes: String });
		expect(back).toEqual(sent);
	});
});
