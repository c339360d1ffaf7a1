import { randomBytes } from "node:crypto";
import { createReadStream, statSync } from "node:fs";
import type { Readable } from "node:stream";
import type { S3Client } from "@aws-sdk/client-s3";
import type { Context } from "../../../context.ts";
import { UsageError } from "../../../errors/usage.ts";
import type { NetworkChoice } from "../options.ts";
import { createS3Client, hasCode, loadSdk, type Sdk, toS3Error } from "./s3-client.ts";
import { backOff, formatRange, type PartsStore, type PlacedFile } from "./store.ts";

/** Larger files are uploaded in parts of this many bytes: every service accepts 5 MiB and more. */
const PIECE = 16 * 2 ** 20;
/** Maximum parts of a file. */
const MAX_PIECES = 10_000;
/** Parts in flight at the same time. */
const PIECES_AT_ONCE = 2;
/** Retries after a download that broke off. */
const RETRIES = 5;
/** Metadata by which an upload recognizes its own object. */
const MARK = "hub-upload";
/** Pages of a listing, of 1000 keys each. */
const MAX_PAGES = 10_000;

/** Opens `s3://BUCKET/PREFIX`, by the variables, files and roles of the AWS tools. */
export async function openBucket(address: string, options: NetworkChoice, context: Context): Promise<PartsStore> {
	const [, bucket = "", prefix = ""] = /^s3:\/\/([a-z0-9][a-z0-9._-]{2,62})(?:\/(.*))?$/s.exec(address) ?? [];
	const root = prefix.replace(/\/$/, "");
	if (bucket === "" || bucket.includes("..") || !isPlainKey(root || "x")) {
		throw new UsageError(
			`${address} does not name a bucket.`,
			"Write s3://BUCKET/PREFIX: BUCKET has 3 to 63 lowercase letters, digits, dots and hyphens.",
		);
	}
	const sdk = await loadSdk();
	const client = await createS3Client(sdk, options, context);
	context.defer(() => client.destroy());
	return bucketPlace(sdk, client, bucket, root, context.signal);
}

function bucketPlace(sdk: Sdk, client: S3Client, bucket: string, prefix: string, signal: AbortSignal): PartsStore {
	const place = `s3://${bucket}${prefix && `/${prefix}`}`;
	const keyOf = (name: string): string => [prefix, name].filter(Boolean).join("/");
	const target = (name: string) => ({ Bucket: bucket, Key: keyOf(name) });
	const options = { abortSignal: signal };
	/** @param name file that the work is about */
	const inWords = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
		try {
			return await work();
		} catch (error) {
			signal.throwIfAborted();
			throw toS3Error(error, `s3://${bucket}/${keyOf(name)}`);
		}
	};
	const toFile = (key: string | undefined, size = Number.NaN, tag = ""): PlacedFile | undefined => {
		const isOurs = key === prefix || prefix === "" || key?.startsWith(`${prefix}/`);
		if (key === undefined || !isOurs || !isPlainKey(key) || !Number.isSafeInteger(size) || size < 0) return undefined;
		const name = prefix === "" ? key : key.slice(prefix.length + 1);
		return { name, size, version: tag.replace(/[^\w-]/g, "") };
	};
	/** Whether an object is the one of an upload. Unlike `HEAD`, `GET` returns the code of an error, which decides about a retry. */
	const isUploaded = async (name: string, size: number, mark: string): Promise<boolean> => {
		const command = new sdk.GetObjectCommand({ ...target(name), Range: "bytes=0-0" });
		const there = await client.send(command, options).catch(() => undefined);
		(there?.Body as Readable | undefined)?.destroy();
		return there?.Metadata?.[MARK] === mark && there.ContentRange?.endsWith(`/${size}`) === true;
	};
	/** Uploads a file. Without `replaces` nothing else may have its name. */
	const putFile = async (name: string, path: string, replaces: boolean): Promise<void> => {
		const { size } = statSync(path);
		const mark = randomBytes(16).toString("hex");
		const upload = new sdk.Upload({
			client,
			queueSize: PIECES_AT_ONCE,
			partSize: Math.max(PIECE, Math.ceil(size / MAX_PIECES)),
			params: {
				...target(name),
				Body: createReadStream(path),
				Metadata: { [MARK]: mark },
				...(replaces ? {} : { IfNoneMatch: "*" }),
			},
		});
		try {
			await upload.done();
		} catch (error) {
			// An earlier attempt, whose response was lost, may have written it.
			const mayBeThere = hasCode(error, "PreconditionFailed", "NoSuchUpload") && !signal.aborted;
			if (!(mayBeThere && (await isUploaded(name, size, mark)))) throw error;
		}
	};
	return {
		name: place,
		list: () =>
			inWords("", async () => {
				const files: PlacedFile[] = [];
				const pages = sdk.paginateListObjectsV2(
					{ client, pageSize: 1000, stopOnSameToken: true },
					{ Bucket: bucket, Prefix: prefix, EncodingType: "url" },
					options,
				);
				let count = 0;
				for await (const { Contents = [], EncodingType } of pages) {
					for (const { Key = "", Size, ETag } of Contents) {
						const file = toFile(EncodingType === "url" ? decode(Key) : Key, Size, ETag);
						if (file) files.push(file);
					}
					if (++count === MAX_PAGES) break;
				}
				// The prefix is a file, or a folder; other keys only start alike.
				const exact = files.filter(({ name }) => name === "");
				return exact.length > 0 ? exact : files;
			}),
		async *read(name, start = 0, end = Number.POSITIVE_INFINITY) {
			let at = start;
			let version: string | undefined;
			for (let failures = 0; at < end; ) {
				const range = formatRange(at, end);
				const command = new sdk.GetObjectCommand({ ...target(name), Range: range, IfMatch: version });
				const { Body, ContentLength, ContentRange, ETag } = await inWords(name, () => client.send(command, options));
				const pieces = Body as Readable | undefined;
				if (range !== undefined && ContentRange === undefined) {
					pieces?.destroy();
					throw new UsageError(`${place} does not support range requests.`);
				}
				version ??= ETag;
				const last = ContentLength === undefined ? undefined : at + ContentLength;
				try {
					for await (const piece of pieces ?? []) {
						const bytes = piece as Uint8Array;
						at += bytes.length;
						failures = 0;
						yield bytes;
					}
					if (last === undefined || at >= last) return;
				} catch (error) {
					signal.throwIfAborted();
					if (failures >= RETRIES) throw error;
				}
				failures++;
				await backOff(failures, signal);
			}
		},
		put: async (files) => {
			for (const file of files) {
				await inWords(file.name, async () => {
					if ("path" in file) await putFile(file.name, file.path, file.replaces ?? false);
					else await client.send(new sdk.PutObjectCommand({ ...target(file.name), Body: file.text }), options);
				});
			}
		},
	};
}

function decode(text: string): string | undefined {
	try {
		return decodeURIComponent(text.replaceAll("+", " "));
	} catch {
		return undefined;
	}
}

/** Whether a URL preserves a key: `..` would name another one. */
function isPlainKey(key: string): boolean {
	const hasControl = [...key].some((letter) => letter < " ");
	return !hasControl && key.split("/").every((part) => part !== "" && part !== "." && part !== "..");
}
