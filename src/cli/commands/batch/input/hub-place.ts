import { createHash } from "node:crypto";
import { getPath, isRecord, parseJson, readMember, textOf } from "../../../../base/json.ts";
import { dropBody, readPieces, readText, urlBelow } from "../../../../http/index.ts";
import type { Context } from "../../../context.ts";
import { UsageError } from "../../../errors/usage.ts";
import { readBounded } from "../../../files/read-bounded.ts";
import type { NetworkChoice } from "../options.ts";
import { backOff, formatRange, type PartsStore, type PlacedFile } from "../parts/store.ts";
import { connectViewer, get, type ViewerOptions } from "./dataset.ts";

/** Attempts of a commit: another process may have committed at the same moment. */
const COMMITS = 8;
const MAX_PAGES = 1000;
/** Bytes of a file from which Hugging Face detects whether it is text. */
const SAMPLE = 512;
const MAX_PART = 2 ** 31;

/** Opens `hf://datasets/OWNER/NAME/PATH`: files of a dataset's repository. */
export async function openRepository(address: string, options: NetworkChoice, context: Context): Promise<PartsStore> {
	const [, repository = "", path = ""] =
		/^hf:\/\/datasets\/([\w-][\w.-]*\/[\w-][\w.-]*)(?:\/([^?#]*?))?\/?$/.exec(address) ?? [];
	if (repository === "" || path.split("/").some((part) => part === ".." || part === ".")) {
		throw new UsageError(`${address} is not a path in a dataset.`, "Write hf://datasets/OWNER/NAME/PATH.");
	}
	const viewer = await connectViewer(options, context);
	return repositoryPlace(address.replace(/\/$/, ""), repository, path, viewer);
}

/** A file of a commit. */
interface Upload {
	path: string;
	bytes: Uint8Array<ArrayBuffer>;
	sha256: string;
}

function repositoryPlace(place: string, repository: string, folder: string, options: ViewerOptions): PartsStore {
	const { fetch, publicFetch, hubUrl, tokens, signal } = options;
	const pathOf = (name: string): string => [folder, name].filter(Boolean).join("/");
	const toUrl = (path: string): string => {
		const url = urlBelow(hubUrl, path);
		if (url === undefined) throw new UsageError(`The URL of Hugging Face is not valid: ${hubUrl}`);
		return url;
	};
	const treeOf = (path: string): string => toUrl(`api/datasets/${repository}/tree/main/${escapePath(path)}`);
	const toError = (status: number, body: unknown): UsageError => {
		const reason = readMember(body, "error");
		const text = typeof reason === "string" ? `: ${reason.slice(0, 200).replace(/(?<!\.)\.+$/, "")}` : "";
		return new UsageError(
			`${place}: HTTP ${status}${text}.`,
			"Check that the dataset exists, and that your token may write to it.",
		);
	};
	/** The place as a single file: only folders can be listed. */
	const listOne = async (): Promise<PlacedFile[]> => {
		const above = folder.slice(0, Math.max(0, folder.lastIndexOf("/")));
		const response = await get(treeOf(above), {}, options);
		const body = parseJson(await readText(response));
		if (!response.ok) return [];
		const item = listOf(body).find((one) => readMember(one, "path") === folder);
		const size = readMember(item, "size");
		if (readMember(item, "type") !== "file" || !Number.isSafeInteger(size)) return [];
		return [{ name: "", size: Number(size), version: textOf(readMember(item, "oid")) }];
	};
	const toFile = (item: unknown): PlacedFile | undefined => {
		const [path, size, oid] = ["path", "size", "oid"].map((name) => readMember(item, name));
		const isFile = readMember(item, "type") === "file" && typeof path === "string" && Number.isSafeInteger(size);
		const above = folder === "" ? "" : `${folder}/`;
		if (!isFile || !path.startsWith(above) || path.split("/").some((part) => /^\.{0,2}$/.test(part))) return undefined;
		return { name: path.slice(above.length), size: Number(size), version: typeof oid === "string" ? oid : "" };
	};
	/** Posts to Hugging Face with the token. A conflict with another commit is retried. */
	const post = async (path: string, body: string, type = "application/json"): Promise<unknown> => {
		const token = tokens.get(new URL(hubUrl).origin);
		const headers: Record<string, string> = {
			"content-type": type,
			accept: type === "application/x-ndjson" ? "application/json" : type,
		};
		if (token !== undefined) headers["Authorization"] = `Bearer ${token}`;
		for (let attempt = 1; ; attempt++) {
			const response = await fetch(toUrl(path), { method: "POST", headers, body, redirect: "manual", signal });
			const answer = parseJson(await readText(response));
			if (response.ok && isRecord(answer)) return answer;
			if (response.status !== 412 || attempt >= COMMITS) throw toError(response.status, answer);
			await backOff(attempt, signal);
		}
	};
	/** Uploads the content of large files to URLs that Hugging Face returns; they never get the token. */
	const upload = async (files: readonly Upload[]): Promise<void> => {
		const objects = files.map(({ sha256, bytes }) => ({ oid: sha256, size: bytes.length }));
		const body = JSON.stringify({ operation: "upload", transfers: ["basic"], hash_algo: "sha256", objects });
		const type = "application/vnd.git-lfs+json";
		const answer = await post(`datasets/${repository}.git/info/lfs/objects/batch`, body, type);
		for (const object of listOf(readMember(answer, "objects"))) {
			const file = files.find(({ sha256 }) => sha256 === readMember(object, "oid"));
			const href = getPath(object, "actions", "upload", "href");
			// Content that Hugging Face has already needs no upload.
			if (!file || href === undefined) continue;
			const url = typeof href === "string" && URL.canParse(href) ? new URL(href) : undefined;
			const isHub = url?.origin === new URL(hubUrl).origin;
			if (!url || !(isHub || url.protocol === "https:"))
				throw new UsageError(`${place}: Hugging Face returned no upload URL.`);
			const send = isHub ? fetch : publicFetch;
			const response = await send(url.href, { method: "PUT", body: file.bytes, redirect: "manual", signal });
			dropBody(response);
			if (!response.ok) throw toError(response.status, undefined);
		}
	};
	return {
		name: place,
		list: async () => {
			const files: PlacedFile[] = [];
			const start = `${treeOf(folder)}?recursive=true`;
			let next: string | undefined = start;
			for (let page = 0; next !== undefined && page < MAX_PAGES; page++) {
				const response: Response = await get(next, {}, options);
				const body = parseJson(await readText(response));
				if (response.status === 404 && response.headers.get("x-error-code") !== "RepoNotFound") return await listOne();
				if (!response.ok) throw toError(response.status, body);
				for (const item of listOf(body)) {
					const file = toFile(item);
					if (file) files.push(file);
				}
				const [, link = ""] = /<([^<>]*)>;\s*rel="next"/.exec(response.headers.get("link") ?? "") ?? [];
				const isOurs = URL.canParse(link) && new URL(link).origin === new URL(start).origin;
				next = isOurs ? link : undefined;
			}
			return files;
		},
		async *read(name, start = 0, end = Number.POSITIVE_INFINITY) {
			if (end <= start) return;
			const range = formatRange(start, end);
			const url = toUrl(`datasets/${repository}/resolve/main/${escapePath(pathOf(name))}`);
			const response = await get(url, range === undefined ? {} : { Range: range }, options);
			if (!response.ok) throw toError(response.status, parseJson(await readText(response)));
			const pieces = readPieces(response);
			// A server without support for ranges sends everything.
			let at = response.status === 206 ? start : 0;
			try {
				for (let piece = await pieces.next(); piece && at < end; piece = await pieces.next()) {
					const used = piece.subarray(Math.max(0, start - at), Math.max(0, end - at));
					at += piece.length;
					if (used.length > 0) yield used;
				}
			} finally {
				pieces.cancel();
			}
		},
		/** All files go in one commit. */
		put: async (files) => {
			const uploads: Upload[] = [];
			for (const file of files) {
				const bytes = new Uint8Array(
					"text" in file ? Buffer.from(file.text) : await readBounded(file.path, MAX_PART, signal),
				);
				const sha256 = createHash("sha256").update(bytes).digest("hex");
				uploads.push({ path: pathOf(file.name), bytes, sha256 });
			}
			const asked = uploads.map(({ path, bytes }) => {
				const sample = Buffer.from(bytes.subarray(0, SAMPLE)).toString("base64");
				return { path, size: bytes.length, sample };
			});
			const answer = await post(`api/datasets/${repository}/preupload/main`, JSON.stringify({ files: asked }));
			const modes = listOf(readMember(answer, "files"));
			const isLarge = ({ path }: Upload): boolean =>
				modes.some((mode) => readMember(mode, "path") === path && readMember(mode, "uploadMode") === "lfs");
			const large = uploads.filter(isLarge);
			if (large.length > 0) await upload(large);
			const lines = [
				{ key: "header", value: { summary: `Add ${uploads.map(({ path }) => path.split("/").at(-1)).join(", ")}` } },
				...uploads.map((file) => {
					const { path, bytes, sha256 } = file;
					return isLarge(file)
						? { key: "lfsFile", value: { path, algo: "sha256", oid: sha256, size: bytes.length } }
						: { key: "file", value: { path, encoding: "base64", content: Buffer.from(bytes).toString("base64") } };
				}),
			];
			const body = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
			await post(`api/datasets/${repository}/commit/main`, body, "application/x-ndjson");
		},
	};
}

function listOf(value: unknown): readonly unknown[] {
	return Array.isArray(value) ? value : [];
}

function escapePath(path: string): string {
	return path.split("/").map(encodeURIComponent).join("/");
}
