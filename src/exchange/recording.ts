import { encodeText } from "../base/bytes.ts";
import { hasFields, isListOf, isText, orNull } from "../base/check-fields.ts";
import { isRecord, MAX_RECORD_DEPTH, omitUndefined, parseJson, readMember } from "../base/json.ts";
import { InferenceClientInputError } from "../errors.ts";
import type { CallFacts } from "./call.ts";
import { findCallIdentity, isLookup } from "./call-identity.ts";
import { type CanonicalRequest, hashKey, toCanonical, toKey } from "./canonical.ts";
import {
	type CleanRequest,
	cleanRequest,
	type Files,
	isChunk,
	isStoredBody,
	keepResponseHeaders,
	storeRequest,
} from "./clean-request.ts";
import { cleanChunks, pauseFor, type RawChunk, SecretFoundError } from "./clean-response.ts";
import { Excerpt } from "./excerpt.ts";
import { type CallIdentity, createId, type Recording } from "./exchange.ts";
import { describeError } from "./failure.ts";
import type { ReadRequest } from "./read-request.ts";
import type { Secrets } from "./secrets.ts";
import { readFacts } from "./usage.ts";

/** One request as a recorder sees it. */
export interface Sighting {
	request: ReadRequest;
	/** When it was sent, in milliseconds since 1970. */
	started: number;
	response?: Response;
	firstMs: number | null;
	totalMs: number;
	chunks: RawChunk[];
	/** The request failed, or its body was cut. */
	error?: unknown;
}

/** A request prepared for comparing and naming. */
export interface NamedRequest {
	clean: CleanRequest;
	canonical: CanonicalRequest;
	key: string;
	/** Name of its recordings, without number and extension. */
	base: string;
	identity: CallIdentity;
}

export async function nameRequest(request: ReadRequest, secrets: Secrets): Promise<NamedRequest> {
	const clean = cleanRequest(request, secrets);
	const canonical = await toCanonical(clean);
	const key = toKey(canonical);
	const identity = findCallIdentity(clean.url, readMember(clean.body, "value"));
	const place = slug(identity.task ?? (canonical.path.slice(1) || "root"));
	return { clean, canonical, key, base: `${slug(canonical.host)}.${place}.${await hashKey(key)}`, identity };
}

/** Returns the number in the name of a recording; undefined for other names. */
export function recordingNumber(base: string, name: string): number | undefined {
	if (name === `${base}.json`) return 1;
	const number = name.startsWith(`${base}.`) ? /^(\d+)\.json$/.exec(name.slice(base.length + 1))?.[1] : undefined;
	return number === undefined ? undefined : Number(number);
}

/**
 * Returns the files of a recording, the recording itself last.
 * @throws SecretFoundError if a secret cannot be removed
 */
export async function writeRecording(
	sighting: Sighting,
	{ clean, base, identity }: NamedRequest,
	number: number,
	facts: CallFacts,
	secrets: Secrets,
): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
	const { response, started } = sighting;
	const written = new Map<string, Uint8Array<ArrayBuffer>>();
	const name = number === 1 ? base : `${base}.${number}`;
	const files: Files = {
		put: (bytes, type) => {
			const file = `${name}${written.size === 0 ? "" : `-${written.size + 1}`}.${extensionOf(type)}`;
			written.set(file, bytes);
			return { file };
		},
	};
	const headers = response ? secrets.cleanValue(keepResponseHeaders(response.headers)) : {};
	const chunks = await cleanChunks(sighting.chunks, headers["content-type"], secrets, files);
	const { command, ...ofCall } = facts;
	// Look-ups before a call are not part of its task.
	const known = isLookup(clean.url) ? {} : ofCall;
	const excerpt = new Excerpt(64 * 1024);
	for (const [, bytes] of sighting.chunks) excerpt.add(bytes);
	const answer = readFacts(excerpt.read());
	const recording: Recording = {
		id: createId(started),
		time: new Date(started).toISOString(),
		...omitUndefined({ command }),
		...identity,
		...omitUndefined(known),
		provider: headers["x-inference-provider"] ?? known.provider ?? identity.provider,
		model: known.model ?? identity.model ?? answer.model,
		request: storeRequest(clean, files),
		response: response ? { status: response.status, headers, chunks } : null,
		first_ms: sighting.firstMs,
		total_ms: sighting.totalMs,
		finish_reason: answer.finishReason,
		...(sighting.error === undefined ? {} : { error: secrets.cleanValue(describeError(sighting.error)) }),
	};
	const pause = pauseFor(sighting.chunks.reduce((size, [, bytes]) => size + bytes.length, 0));
	await pause();
	const text = toPrettyJson(recording);
	await pause();
	if (secrets.isKnownIn(text) || [...written.keys()].some((file) => secrets.isKnownIn(file))) {
		throw new SecretFoundError();
	}
	written.set(`${name}.json`, encodeText(text));
	return written;
}

/** @throws InputError that names the file, if it is not a recording */
export function parseRecording(text: string, name: string): Recording {
	const value = parseJson(text, MAX_RECORD_DEPTH);
	if (isRecording(value)) return value as Recording;
	throw new InferenceClientInputError(`${name} is not a recording.`, "invalid-file");
}

const isUrl = (value: unknown): boolean => typeof value === "string" && URL.canParse(value);
/** Whether a response can have this status: `Response` throws for others. */
const isStatus = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 200 && Number(value) <= 599;
const isRecording = hasFields({
	request: hasFields({ method: isText, url: isUrl, headers: isHeaders, body: isStoredBody }),
	response: orNull(hasFields({ status: isStatus, headers: isHeaders, chunks: isListOf(isChunk) })),
});

/** Whether these can be headers: a file that was edited or cut may have any names. */
function isHeaders(value: unknown): boolean {
	try {
		return (
			isRecord(value) && Object.values(value).every(isText) && new Headers(value as Record<string, string>) !== null
		);
	} catch {
		return false;
	}
}

const EXTENSIONS: Readonly<Record<string, string>> = {
	jpeg: "jpg",
	mpeg: "mp3",
	"x-wav": "wav",
	wave: "wav",
	quicktime: "mov",
	"svg+xml": "svg",
};

function extensionOf(type = ""): string {
	const sub = /^(?:image|audio|video)\/([\w+.-]+)/i.exec(type)?.[1]?.toLowerCase();
	const extension = sub === undefined ? "bin" : (EXTENSIONS[sub] ?? sub);
	return /^[a-z0-9]{1,8}$/.test(extension) ? extension : "bin";
}

/** Returns indented JSON with one line for each chunk, so that diffs are readable. */
function toPrettyJson(recording: Recording): string {
	const { response } = recording;
	const text = JSON.stringify(response ? { ...recording, response: { ...response, chunks: [] } } : recording, null, 2);
	const lines = response?.chunks.map(([ms, content]) => `      [${ms}, ${JSON.stringify(content)}]`) ?? [];
	if (lines.length === 0) return `${text}\n`;
	// The last one: request bodies come earlier, and what follows has no such member.
	const at = text.lastIndexOf('"chunks": []') + '"chunks": ['.length;
	return `${text.slice(0, at)}\n${lines.join(",\n")}\n    ${text.slice(at)}\n`;
}

function slug(text: string): string {
	return (
		text
			.replace(/[^\w.-]+/g, "-")
			.replace(/^[-.]+|(?<![-.])[-.]+$/g, "")
			.slice(0, 80) || "root"
	);
}

/**
 * Where recordings are kept: named files. `memoryStore` keeps them in memory, `folderStore` of `modelhub/node` in a
 * folder.
 */
export interface ExchangeStore {
	/** Named in messages, such as the path of a folder. */
	readonly name: string;
	/** Names of all files. */
	list(): Promise<string[]>;
	/** @throws when there is no such file */
	read(name: string): Promise<Uint8Array<ArrayBuffer>>;
	/** Writes a file atomically; replaces one of the same name. */
	write(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
	/** Removes a file; does nothing if there is none. */
	remove(name: string): Promise<void>;
}

/**
 * Creates a store in memory.
 * @param files initial files, name → bytes; changed in place
 */
export function memoryStore(files: Map<string, Uint8Array<ArrayBuffer>> = new Map()): ExchangeStore {
	return {
		name: "memory",
		list: async () => [...files.keys()],
		read: async (name) => {
			const bytes = files.get(name);
			if (!bytes) throw new Error(`No file ${name} in memory.`);
			return bytes;
		},
		write: async (name, bytes) => {
			files.set(name, bytes);
		},
		remove: async (name) => {
			files.delete(name);
		},
	};
}
