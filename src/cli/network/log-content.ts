import { type Bytes, decodeBase64, encodeBase64, isBytes } from "../../base/base64.ts";
import { isRecord, MAX_JSON_LEVELS } from "../../base/json.ts";

/** Larger files, in bytes, are only described in the log. */
const LARGEST = 1_000_000;
/** Characters that a value takes besides its text. */
const VALUE = 8;

/** A file in the log, or a part of the content that was too large for it. */
interface KeptFile {
	type: string;
	/** In bytes; null where it is unknown. */
	size: number | null;
	/** Base64; missing where the file was too large. */
	data?: string;
}

/**
 * Returns the arguments or the output of a call for the log: files by type, size and content.
 * @param characters of all texts together; a part beyond them, or nested too deeply, is described as a file without
 *   content, so that the call is not run again without it
 */
export async function describeContent(value: unknown, characters = Number.POSITIVE_INFINITY): Promise<unknown> {
	const pending: Promise<void>[] = [];
	let left = characters;
	const describe = (item: unknown, levels: number): unknown => {
		left -= VALUE;
		if (isBytes(item)) {
			const { kept, reading } = describeFile(item);
			if (reading) pending.push(reading);
			return kept;
		}
		if (typeof item === "string") {
			if (item.length > left) return { type: "text/plain", size: item.length };
			left -= item.length;
			return item;
		}
		if (item === null || typeof item !== "object") return item;
		if (levels === 0 || left <= 0) return { type: "application/json", size: null };
		if (Array.isArray(item)) return describeList(item, levels);
		const entries = Object.entries(item).map(([key, member]) => [key, describe(member, levels - 1)] as const);
		return Object.fromEntries(entries);
	};
	const describeList = (items: readonly unknown[], levels: number): unknown[] => {
		const described: unknown[] = [];
		for (const item of items) {
			if (left <= 0) return [...described, { type: "application/json", size: null }];
			described.push(describe(item, levels - 1));
		}
		return described;
	};
	const described = describe(value, MAX_JSON_LEVELS);
	await Promise.all(pending);
	return described;
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

function describeFile(bytes: Bytes): { kept: KeptFile; reading: Promise<void> | undefined } {
	const type = (bytes instanceof Blob ? bytes.type : "") || "application/octet-stream";
	const size = bytes instanceof Blob ? bytes.size : bytes.byteLength;
	const kept: KeptFile = { type, size };
	if (size > LARGEST) return { kept, reading: undefined };
	const reading = encodeBase64(bytes).then((data) => {
		kept.data = data;
	});
	return { kept, reading };
}

function isKeptFile(value: unknown): value is KeptFile {
	if (!isRecord(value)) return false;
	const { type, size, data, ...rest } = value;
	const isSize = typeof size === "number" || size === null;
	const isFile = typeof type === "string" && isSize && Object.keys(rest).length === 0;
	return isFile && (data === undefined || typeof data === "string");
}

function restoreFile({ type, data }: KeptFile): Blob | undefined {
	const bytes = data === undefined ? undefined : decodeBase64(data);
	return bytes && new Blob([bytes], { type });
}
