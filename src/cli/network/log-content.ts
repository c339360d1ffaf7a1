import type { LoggedContent } from "../../exchange/log-record.ts";

/** Files above this size are named in the log, not kept. */
const LARGEST = 1_000_000;

/** Arguments and output as the log keeps them: files as data URLs, large ones by their type and size. */
export function describeContent(args: unknown, output: unknown): LoggedContent {
	return { arguments: describe(args), output: describe(output) };
}

function describe(value: unknown): unknown {
	if (value instanceof Blob) return { type: value.type, size: value.size };
	if (value instanceof ArrayBuffer) return describeBytes(new Uint8Array(value));
	if (ArrayBuffer.isView(value)) return describeBytes(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
	if (Array.isArray(value)) return value.map(describe);
	if (value === null || typeof value !== "object") return value;
	return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, describe(item)]));
}

function describeBytes(bytes: Uint8Array): unknown {
	if (bytes.length > LARGEST) return { type: "application/octet-stream", size: bytes.length };
	return `data:application/octet-stream;base64,${Buffer.from(bytes).toString("base64")}`;
}
