import { type Bytes, decodeBase64, encodeBase64, isBytes } from "../../base/base64.ts";
import { isRecord } from "../../base/json.ts";

/** Larger files, in bytes, are only described in the log. */
const LARGEST = 1_000_000;

/** A file in the log. */
interface KeptFile {
	type: string;
	/** In bytes. */
	size: number;
	/** Base64; missing where the file was too large. */
	data?: string;
}

/** Returns the arguments or the output of a call for the log: files by type, size and content. */
export async function describeContent(value: unknown): Promise<unknown> {
	if (isBytes(value)) return await describeFile(value);
	if (Array.isArray(value)) return await Promise.all(value.map(describeContent));
	if (value === null || typeof value !== "object") return value;
	const entries = Object.entries(value).map(async ([key, item]) => [key, await describeContent(item)] as const);
	return Object.fromEntries(await Promise.all(entries));
}

/** Returns the arguments of a call from the log; a file that is not there is undefined. */
export function restoreContent(value: unknown): unknown {
	if (isKeptFile(value)) return restoreFile(value);
	if (Array.isArray(value)) return value.map(restoreContent);
	if (!isRecord(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, restoreContent(item)]));
}

/** Whether the content of a file in a value was not kept. */
export function lacksFile(value: unknown): boolean {
	if (isKeptFile(value)) return restoreFile(value) === undefined;
	if (Array.isArray(value)) return value.some(lacksFile);
	return isRecord(value) && Object.values(value).some(lacksFile);
}

/** Returns a value with its files by type and size alone, for people to read. */
export function withoutFileContent(value: unknown): unknown {
	if (isKeptFile(value)) return { type: value.type, size: value.size };
	if (Array.isArray(value)) return value.map(withoutFileContent);
	if (!isRecord(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutFileContent(item)]));
}

async function describeFile(bytes: Bytes): Promise<KeptFile> {
	const type = (bytes instanceof Blob ? bytes.type : "") || "application/octet-stream";
	const size = bytes instanceof Blob ? bytes.size : bytes.byteLength;
	return { type, size, ...(size > LARGEST ? {} : { data: await encodeBase64(bytes) }) };
}

function isKeptFile(value: unknown): value is KeptFile {
	if (!isRecord(value)) return false;
	const { type, size, data, ...rest } = value;
	const isFile = typeof type === "string" && typeof size === "number" && Object.keys(rest).length === 0;
	return isFile && (data === undefined || typeof data === "string");
}

function restoreFile({ type, data }: KeptFile): Blob | undefined {
	const bytes = data === undefined ? undefined : decodeBase64(data);
	return bytes && new Blob([bytes], { type });
}
