import { closeSync, openSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { AwsV4Signer } from "aws4fetch";
import { parseJson, readMember } from "../../../../base/json.ts";
import { dropBody, type Fetch, parseHttpUrl, readPieces, readText } from "../../../../http/index.ts";
import { readConfig } from "../../../config/settings.ts";
import type { Context } from "../../../context.ts";
import { UsageError } from "../../../errors/usage.ts";
import { readBounded } from "../../../files/read-bounded.ts";
import { connect } from "../../../network/connect.ts";
import type { NetworkChoice } from "../options.ts";
import { backOff, formatRange, type Place, type PlacedFile } from "./place.ts";

/** Larger files are uploaded in pieces of this many bytes: every service takes 5 MiB and more. */
const PIECE = 16 * 2 ** 20;
/** Attempts after the first, besides those for connections that failed. */
const RETRIES = 5;
/** Pages of a listing, of 1000 keys each. */
const MAX_PAGES = 10_000;
/** Keys of credentials are read again this long before they expire. */
const EXPIRY_MS = 5 * 60_000;
const MAX_FILE = 2 ** 20;

/** Opens `s3://BUCKET/PREFIX`, by the variables and files of the AWS tools. */
export async function openBucket(address: string, options: NetworkChoice, context: Context): Promise<Place> {
	const [, bucket = "", prefix = ""] = /^s3:\/\/([a-z0-9][a-z0-9._-]{2,62})(?:\/(.*))?$/s.exec(address) ?? [];
	if (bucket === "" || bucket.includes("..") || !isPlainKey(prefix.replace(/\/$/, "") || "x")) {
		throw new UsageError(
			`${address} does not name a bucket.`,
			"Write s3://BUCKET/PREFIX: BUCKET has 3 to 63 lowercase letters, digits, dots and hyphens.",
		);
	}
	const { fetch } = await connect({ ...options, retries: RETRIES }, context, readConfig(context));
	const settings = await readSettings(context);
	const keys = createCredentials(settings.profile, fetch, context);
	const root = prefix.replace(/\/$/, "");
	const send = createSender(bucket, root, settings, keys, fetch, context.signal);
	return bucketPlace(address.replace(/\/$/, ""), root, send, context.signal);
}

function bucketPlace(place: string, prefix: string, send: Send, signal: AbortSignal): Place {
	const toFile = (item: string, isEncoded: boolean): PlacedFile | undefined => {
		const text = memberOf(item, "Key") ?? "";
		const key = isEncoded ? decode(text) : text;
		const size = Number(memberOf(item, "Size"));
		const isOurs = key === prefix || prefix === "" || key?.startsWith(`${prefix}/`);
		if (key === undefined || !isOurs || !isPlainKey(key) || !Number.isSafeInteger(size) || size < 0) return undefined;
		const name = prefix === "" ? key : key.slice(prefix.length + 1);
		return { name, size, version: (memberOf(item, "ETag") ?? "").replace(/[^\w-]/g, "") };
	};
	/** @param isNew the name was made up for this file, so nothing else has it */
	const putBytes = async (name: string, body: Uint8Array<ArrayBuffer>, isNew: boolean): Promise<void> => {
		const headers: Record<string, string> = isNew ? { "if-none-match": "*" } : {};
		// 412: an attempt before, whose answer was lost, has written it.
		const { response } = await send("PUT", name, { headers, body, accepted: isNew ? 412 : undefined });
		dropBody(response);
	};
	const putPieces = async (name: string, size: number, readPiece: ReadPiece): Promise<void> => {
		const created = await send("POST", name, { query: { uploads: "" }, hasText: true });
		const uploadId = memberOf(created.text, "UploadId");
		if (uploadId === undefined) throw new UsageError(`${place} did not start a multipart upload.`);
		try {
			const tags: string[] = [];
			for (let start = 0; start < size; start += PIECE) {
				const query = { partNumber: String(tags.length + 1), uploadId };
				const { response } = await send("PUT", name, { query, body: readPiece(start) });
				tags.push(response.headers.get("etag") ?? "");
				dropBody(response);
			}
			const list = tags.map((tag, index) => {
				const escaped = tag.replace(/[<>&]/g, (letter) => `&#${letter.charCodeAt(0)};`);
				return `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escaped}</ETag></Part>`;
			});
			const body = Buffer.from(`<CompleteMultipartUpload>${list.join("")}</CompleteMultipartUpload>`);
			// The service may begin to answer 200 before it knows.
			await send("POST", name, { query: { uploadId }, body, hasText: true });
		} catch (error) {
			// Pieces that are never joined cost money.
			await send("DELETE", name, { query: { uploadId }, accepted: 404, hasText: true }).catch(() => undefined);
			throw error;
		}
	};
	const putFile = async (name: string, path: string): Promise<void> => {
		const { size } = statSync(path);
		const file = openSync(path, "r");
		const readPiece: ReadPiece = (start) => {
			const piece = Buffer.alloc(Math.min(PIECE, size - start));
			for (let at = 0; at < piece.length; ) {
				const count = readSync(file, piece, at, piece.length - at, start + at);
				if (count === 0) throw new Error(`${path} shrank while hub read it.`);
				at += count;
			}
			return piece;
		};
		try {
			if (size <= PIECE) await putBytes(name, readPiece(0), true);
			else await putPieces(name, size, readPiece);
		} finally {
			closeSync(file);
		}
	};
	return {
		name: place,
		list: async () => {
			const files: PlacedFile[] = [];
			let token: string | undefined;
			for (let page = 0; page < MAX_PAGES; page++) {
				const query = { "list-type": "2", prefix, "encoding-type": "url", "max-keys": "1000" };
				const next = token === undefined ? query : { ...query, "continuation-token": token };
				const { text } = await send("GET", "", { query: next, hasText: true });
				const isEncoded = memberOf(text, "EncodingType") === "url";
				for (const item of text.split("<Contents>").slice(1)) {
					const file = toFile(item, isEncoded);
					if (file) files.push(file);
				}
				const following = memberOf(text, "NextContinuationToken");
				if (memberOf(text, "IsTruncated") !== "true" || following === undefined || following === token) break;
				token = following;
			}
			// The prefix is a file, or a folder; other keys only start alike.
			const exact = files.filter(({ name }) => name === "");
			return exact.length > 0 ? exact : files;
		},
		async *read(name, start = 0, end = Number.POSITIVE_INFINITY) {
			let at = start;
			let version: string | null = null;
			for (let failures = 0; at < end; ) {
				const range = formatRange(at, end);
				const { response } = await send("GET", name, {
					headers: { ...(range && { range }), ...(version !== null && { "if-match": version }) },
				});
				if (range !== undefined && response.status !== 206) {
					dropBody(response);
					throw new UsageError(`${place} does not support range requests.`);
				}
				version ??= response.headers.get("etag");
				const expected = response.headers.get("content-length");
				const last = expected === null ? undefined : at + Number(expected);
				const pieces = readPieces(response);
				try {
					for (let piece = await pieces.next(); piece; piece = await pieces.next()) {
						at += piece.length;
						failures = 0;
						yield piece;
					}
					if (last === undefined || at >= last) return;
				} catch (error) {
					signal.throwIfAborted();
					if (failures >= RETRIES) throw error;
				} finally {
					pieces.cancel();
				}
				failures++;
				await backOff(failures, signal);
			}
		},
		put: async (files) => {
			for (const file of files) {
				if ("text" in file) await putBytes(file.name, Buffer.from(file.text), false);
				else await putFile(file.name, file.path);
			}
		},
	};
}

type ReadPiece = (start: number) => Buffer<ArrayBuffer>;

/** Sends a signed request, again where that may help. Rejects for every status but 2xx and the accepted one. */
type Send = (method: string, name: string, request: Sent) => Promise<{ response: Response; text: string }>;

function createSender(
	bucket: string,
	prefix: string,
	{ endpoint, region: given }: Settings,
	keys: (isAgain: boolean) => Promise<Keys>,
	fetch: Fetch,
	signal: AbortSignal,
): Send {
	let region = given;
	const toUrl = (key: string, query: Record<string, string>): string => {
		// A certificate of AWS covers no further dots.
		const aws = bucket.includes(".")
			? `https://s3.${region}.amazonaws.com/${bucket}`
			: `https://${bucket}.s3.${region}.amazonaws.com`;
		const base = endpoint === undefined ? aws : `${endpoint}/${bucket}`;
		const url = new URL(`${base}/${key.split("/").map(escapeSegment).join("/")}`);
		for (const [field, value] of Object.entries(query)) url.searchParams.set(field, value);
		return url.href;
	};
	return async (method, name, { query = {}, headers = {}, body, accepted, hasText = false }) => {
		const key = "list-type" in query ? "" : [prefix, name].filter(Boolean).join("/");
		for (let attempt = 0; ; attempt++) {
			const url = toUrl(key, query);
			const own = { method, url, headers, service: "s3", region, ...(body && { body }) };
			const signed = await new AwsV4Signer({ ...own, ...(await keys(attempt > 0)) }).sign();
			const init: RequestInit = { method, headers: signed.headers, redirect: "manual", signal };
			const response = await fetch(signed.url.href, body ? { ...init, body } : init);
			const { status } = response;
			const isAccepted = response.ok || status === accepted;
			if (isAccepted && !hasText) return { response, text: "" };
			const text = await readText(response).catch(() => undefined);
			const code = text === undefined ? "IncompleteBody" : memberOf(text, "Code");
			if (isAccepted && text !== undefined && (code === undefined || !response.ok)) return { response, text };
			const place = response.headers.get("x-amz-bucket-region") ?? region;
			const isElsewhere = place !== region && /^[a-z0-9-]{3,30}$/.test(place);
			if (isElsewhere) region = place;
			const isPassing = status >= 500 || PASSING.has(code ?? "") || isElsewhere;
			if (!isPassing || attempt >= RETRIES) {
				const message = memberOf(text ?? "", "Message") ?? "";
				const reason = message === "" ? "" : `: ${message.slice(0, 200).replace(/\.+$/, "")}`;
				throw new UsageError(
					`s3://${bucket}/${key}: ${code ?? `HTTP ${status}`} (${status})${reason}.`,
					status === 403 || status === 401
						? "Check the AWS_* variables or the profile, and its permissions."
						: "Check the bucket, AWS_REGION and AWS_ENDPOINT_URL.",
				);
			}
			await backOff(attempt, signal);
		}
	};
}

/** Errors with another status than 5xx that a further attempt may not meet. */
const PASSING: ReadonlySet<string> = new Set(
	"SlowDown IncompleteBody RequestTimeout RequestTimeTooSkewed ExpiredToken ExpiredTokenException InternalError OperationAborted BadDigest".split(
		" ",
	),
);

interface Sent {
	query?: Record<string, string>;
	headers?: Record<string, string>;
	body?: Uint8Array<ArrayBuffer>;
	/** A status that is as good as success. */
	accepted?: number | undefined;
	/** The answer is a text that is needed, or may tell of a failure under status 200; else its text is not read. */
	hasText?: boolean;
}

/** The text of the first element of a name; undefined without one. No other part of XML is read. */
function memberOf(xml: string, name: string): string | undefined {
	const start = xml.indexOf(`<${name}>`);
	const end = start === -1 ? -1 : xml.indexOf(`</${name}>`, start);
	if (end === -1) return undefined;
	const text = xml.slice(start + name.length + 2, end);
	return text.replace(/&(lt|gt|quot|apos|amp);/g, (_, entity: string) => ENTITIES[entity] ?? "");
}

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };

function escapeSegment(text: string): string {
	return encodeURIComponent(text).replace(
		/[!'()*]/g,
		(letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
	);
}

function decode(text: string): string | undefined {
	try {
		return decodeURIComponent(text.replaceAll("+", " "));
	} catch {
		return undefined;
	}
}

/** Whether a URL keeps a key as it is: `..` would name another one. */
function isPlainKey(key: string): boolean {
	const hasControl = [...key].some((letter) => letter < " ");
	return !hasControl && key.split("/").every((part) => part !== "" && part !== "." && part !== "..");
}

interface Settings {
	/** Without `/` at its end; undefined for Amazon's own. */
	endpoint: string | undefined;
	region: string;
	profile: string;
}

async function readSettings(context: Context): Promise<Settings> {
	const { env } = context;
	const profile = env["AWS_PROFILE"] || "default";
	const { config } = await readProfile(profile, context);
	const given = env["AWS_ENDPOINT_URL_S3"] || env["AWS_ENDPOINT_URL"] || config["endpoint_url"];
	const endpoint = given === undefined ? undefined : parseHttpUrl(given);
	if (given !== undefined && !(endpoint?.username === "" && endpoint.search === "")) {
		throw new UsageError("AWS_ENDPOINT_URL must be a URL with http:// or https:// and without a password.");
	}
	const region = env["AWS_REGION"] || env["AWS_DEFAULT_REGION"] || config["region"] || "us-east-1";
	if (!/^[a-z0-9-]{2,40}$/.test(region))
		throw new UsageError(`AWS_REGION ${region} is not a region.`, "Write one such as us-east-1.");
	return { endpoint: endpoint?.href.replace(/\/$/, ""), region, profile };
}

type Section = Record<string, string>;

/** The sections of a profile in the files of the AWS tools; empty without them. */
async function readProfile(profile: string, { env, signal }: Context): Promise<{ config: Section; secret: Section }> {
	const folder = join(env["HOME"] || "", ".aws");
	const read = async (path: string, names: readonly string[]): Promise<Section> => {
		const bytes = await readBounded(path, MAX_FILE, signal).catch(() => new Uint8Array());
		const found: Section = {};
		let section = "";
		for (const line of Buffer.from(bytes).toString("utf8").split("\n")) {
			section = /^\s*\[\s*(.*?)\s*\]/.exec(line)?.[1] ?? section;
			const at = line.indexOf("=");
			if (at > 0 && names.includes(section) && !/^\s*[#;]/.test(line))
				found[line.slice(0, at).trim()] = line.slice(at + 1).trim();
		}
		return found;
	};
	return {
		config: await read(env["AWS_CONFIG_FILE"] || join(folder, "config"), [profile, `profile ${profile}`]),
		secret: await read(env["AWS_SHARED_CREDENTIALS_FILE"] || join(folder, "credentials"), [profile]),
	};
}

interface Keys {
	accessKeyId: string;
	secretAccessKey: string;
	sessionToken?: string;
}

/**
 * Returns the keys of the user: of the environment, of a profile, or of the container, which are new every few hours.
 * `isAgain`: a request was refused, and files and the container may have new keys.
 */
function createCredentials(profile: string, fetch: Fetch, context: Context): (isAgain: boolean) => Promise<Keys> {
	const { env, secrets, signal } = context;
	let known: Keys | undefined;
	let expires = Number.POSITIVE_INFINITY;
	/** Asks the service that gives tasks of ECS, AWS Batch and EKS the keys of their role. */
	const askContainer = async (): Promise<Keys | undefined> => {
		const relative = env["AWS_CONTAINER_CREDENTIALS_RELATIVE_URI"];
		const address = relative ? `http://169.254.170.2${relative}` : env["AWS_CONTAINER_CREDENTIALS_FULL_URI"];
		const url = address === undefined ? undefined : parseHttpUrl(address);
		const isLocal = /^(?:169\.254\.170\.(?:2|23)|127\.0\.0\.1|localhost|\[fd00:ec2::23\])$/.test(url?.hostname ?? "");
		if (!url || (url.protocol !== "https:" && !isLocal)) return undefined;
		const file = env["AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE"];
		const content = file
			? Buffer.from(await readBounded(file, MAX_FILE, signal))
					.toString("utf8")
					.trim()
			: undefined;
		const token = content ?? env["AWS_CONTAINER_AUTHORIZATION_TOKEN"];
		const headers: Record<string, string> = token ? { Authorization: token } : {};
		const response = await fetch(url.href, { headers, redirect: "manual", signal });
		const answer = parseJson(await readText(response));
		const [expiry, ...keys] = ["Expiration", "AccessKeyId", "SecretAccessKey", "Token"].map((name) => {
			const value = readMember(answer, name);
			return typeof value === "string" ? value : undefined;
		});
		const time = Date.parse(expiry ?? "");
		expires = Number.isNaN(time) ? Number.POSITIVE_INFINITY : time;
		return toKeys(...keys);
	};
	return async (isAgain) => {
		if (known && !isAgain && Date.now() < expires - EXPIRY_MS) return known;
		const { config, secret } = await readProfile(profile, context);
		const own = { ...config, ...secret };
		const found =
			toKeys(env["AWS_ACCESS_KEY_ID"], env["AWS_SECRET_ACCESS_KEY"], env["AWS_SESSION_TOKEN"]) ??
			toKeys(own["aws_access_key_id"], own["aws_secret_access_key"], own["aws_session_token"]) ??
			(await askContainer());
		if (!found) {
			throw new UsageError(
				"There are no S3 credentials.",
				"Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE for a profile in ~/.aws/credentials.",
			);
		}
		secrets.add(found.secretAccessKey);
		if (found.sessionToken !== undefined) secrets.add(found.sessionToken);
		known = found;
		return found;
	};
}

function toKeys(accessKeyId = "", secretAccessKey = "", sessionToken = ""): Keys | undefined {
	if (accessKeyId === "" || secretAccessKey === "") return undefined;
	return { accessKeyId, secretAccessKey, ...(sessionToken === "" ? {} : { sessionToken }) };
}
