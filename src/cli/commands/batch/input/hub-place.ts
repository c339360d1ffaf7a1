import { createHash } from "node:crypto";
import { isRecord, parseJson, readMember } from "../../../../base/json.ts";
import { dropBody, readPieces, readText, urlBelow, wait } from "../../../../http/index.ts";
import type { Context } from "../../../context.ts";
import { UsageError } from "../../../errors/usage.ts";
import { readBounded } from "../../../files/read-bounded.ts";
import type { NetworkChoice } from "../options.ts";
import type { NewFile, Place, PlacedFile } from "../parts/place.ts";
import { connectViewer, get, type ViewerOptions } from "./dataset.ts";

/** Attempts of a commit: another process may have committed at the same moment. */
const COMMITS = 8;
const MAX_PAGES = 1000;
/** Bytes of a file that tell the hub whether it is text. */
const SAMPLE = 512;
const MAX_PART = 2 ** 31;

/** Opens `hf://datasets/OWNER/NAME/PATH`: files of a data set's repository. */
export async function openRepository(address: string, options: NetworkChoice, context: Context): Promise<Place> {
	const [, repository = "", path = ""] =
		/^hf:\/\/datasets\/([\w-][\w.-]*\/[\w-][\w.-]*)(?:\/([^?#]*?))?\/?$/.exec(address) ?? [];
	if (repository === "" || path.split("/").some((part) => part === ".." || part === ".")) {
		throw new UsageError(`${address} is not a path in a data set.`, "Write hf://datasets/OWNER/NAME/PATH.");
	}
	return new Repository(address.replace(/\/$/, ""), repository, path, await connectViewer(options, context));
}

/** A file of a commit. */
interface Upload {
	path: string;
	bytes: Uint8Array<ArrayBuffer>;
	sha256: string;
}

class Repository implements Place {
	readonly name: string;
	private readonly repository: string;
	private readonly path: string;
	private readonly options: ViewerOptions;

	constructor(name: string, repository: string, path: string, options: ViewerOptions) {
		this.name = name;
		this.repository = repository;
		this.path = path;
		this.options = options;
	}

	async list(): Promise<PlacedFile[]> {
		const files: PlacedFile[] = [];
		const start = this.url(`api/datasets/${this.repository}/tree/main/${escapePath(this.path)}?recursive=true`);
		let next: string | undefined = start;
		for (let page = 0; next !== undefined && page < MAX_PAGES; page++) {
			const response: Response = await get(next, {}, this.options);
			const body = parseJson(await readText(response));
			if (response.status === 404 && response.headers.get("x-error-code") !== "RepoNotFound")
				return await this.listOne();
			if (!response.ok) throw this.toError(response.status, body);
			for (const item of Array.isArray(body) ? (body as unknown[]) : []) {
				const file = this.toFile(item);
				if (file) files.push(file);
			}
			const [, link = ""] = /<([^>]*)>;\s*rel="next"/.exec(response.headers.get("link") ?? "") ?? [];
			const isOurs = URL.canParse(link) && new URL(link).origin === new URL(start).origin;
			next = isOurs ? link : undefined;
		}
		return files;
	}

	/** The place as a single file: only folders can be listed. */
	private async listOne(): Promise<PlacedFile[]> {
		const slash = this.path.lastIndexOf("/");
		const above = escapePath(this.path.slice(0, Math.max(0, slash)));
		const response = await get(this.url(`api/datasets/${this.repository}/tree/main/${above}`), {}, this.options);
		const body = parseJson(await readText(response));
		if (!response.ok || !Array.isArray(body)) return [];
		const item: unknown = body.find((one: unknown) => readMember(one, "path") === this.path);
		const size = readMember(item, "size");
		if (readMember(item, "type") !== "file" || !Number.isSafeInteger(size)) return [];
		return [{ name: "", size: Number(size), version: String(readMember(item, "oid")) }];
	}

	private toFile(item: unknown): PlacedFile | undefined {
		const [path, size, oid] = ["path", "size", "oid"].map((name) => readMember(item, name));
		const isFile = readMember(item, "type") === "file" && typeof path === "string" && Number.isSafeInteger(size);
		const above = this.path === "" ? "" : `${this.path}/`;
		if (!isFile || !path.startsWith(above) || path.split("/").some((part) => /^\.{0,2}$/.test(part))) return undefined;
		return { name: path.slice(above.length), size: Number(size), version: typeof oid === "string" ? oid : "" };
	}

	async *read(name: string, start = 0, end = Number.POSITIVE_INFINITY): AsyncGenerator<Uint8Array, void, undefined> {
		if (end <= start) return;
		const isAll = start === 0 && end === Number.POSITIVE_INFINITY;
		const headers: Record<string, string> = isAll
			? {}
			: { Range: `bytes=${start}-${Number.isFinite(end) ? end - 1 : ""}` };
		const url = this.url(`datasets/${this.repository}/resolve/main/${escapePath(this.pathOf(name))}`);
		const response = await get(url, headers, this.options);
		if (!response.ok) throw this.toError(response.status, parseJson(await readText(response)));
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
	}

	/** All files go in one commit. */
	async put(files: readonly NewFile[]): Promise<void> {
		const uploads: Upload[] = [];
		for (const file of files) {
			const bytes =
				"text" in file ? Buffer.from(file.text) : await readBounded(file.path, MAX_PART, this.options.signal);
			const own = new Uint8Array(bytes);
			uploads.push({
				path: this.pathOf(file.name),
				bytes: own,
				sha256: createHash("sha256").update(own).digest("hex"),
			});
		}
		const asked = uploads.map(({ path, bytes }) => {
			const sample = Buffer.from(bytes.subarray(0, SAMPLE)).toString("base64");
			return { path, size: bytes.length, sample };
		});
		const answer = await this.post(`api/datasets/${this.repository}/preupload/main`, JSON.stringify({ files: asked }));
		const modes = readMember(answer, "files");
		const large = uploads.filter(({ path }) =>
			(Array.isArray(modes) ? (modes as unknown[]) : []).some(
				(mode) => readMember(mode, "path") === path && readMember(mode, "uploadMode") === "lfs",
			),
		);
		if (large.length > 0) await this.upload(large);
		const lines = [
			{ key: "header", value: { summary: `Add ${uploads.map(({ path }) => path.split("/").at(-1)).join(", ")}` } },
			...uploads.map((file) =>
				large.includes(file)
					? { key: "lfsFile", value: { path: file.path, algo: "sha256", oid: file.sha256, size: file.bytes.length } }
					: {
							key: "file",
							value: { path: file.path, encoding: "base64", content: Buffer.from(file.bytes).toString("base64") },
						},
			),
		];
		const body = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
		await this.post(`api/datasets/${this.repository}/commit/main`, body, "application/x-ndjson");
	}

	/** Uploads the content of large files, to addresses that the hub gives; they never get the token. */
	private async upload(files: readonly Upload[]): Promise<void> {
		const objects = files.map(({ sha256, bytes }) => ({ oid: sha256, size: bytes.length }));
		const body = JSON.stringify({ operation: "upload", transfers: ["basic"], hash_algo: "sha256", objects });
		const answer = await this.post(
			`datasets/${this.repository}.git/info/lfs/objects/batch`,
			body,
			"application/vnd.git-lfs+json",
		);
		const answered = readMember(answer, "objects");
		const { fetch, publicFetch, hubUrl, signal } = this.options;
		for (const object of Array.isArray(answered) ? (answered as unknown[]) : []) {
			const file = files.find(({ sha256 }) => sha256 === readMember(object, "oid"));
			const href = readMember(readMember(readMember(object, "actions"), "upload"), "href");
			// Content that the hub has already needs no upload.
			if (!file || href === undefined) continue;
			const url = typeof href === "string" && URL.canParse(href) ? new URL(href) : undefined;
			const isHub = url?.origin === new URL(hubUrl).origin;
			if (!url || !(isHub || url.protocol === "https:"))
				throw new UsageError(`${this.name}: the hub returned no upload URL.`);
			const send = isHub ? fetch : publicFetch;
			const response = await send(url.href, { method: "PUT", body: file.bytes, redirect: "manual", signal });
			dropBody(response);
			if (!response.ok) throw this.toError(response.status, undefined);
		}
	}

	/** Posts to the hub with the token. A conflict with another commit is tried again. */
	private async post(path: string, body: string, type = "application/json"): Promise<unknown> {
		const { fetch, hubUrl, tokens, signal } = this.options;
		const token = tokens.get(new URL(hubUrl).origin);
		const headers: Record<string, string> = {
			"content-type": type,
			accept: type === "application/x-ndjson" ? "application/json" : type,
		};
		if (token !== undefined) headers["Authorization"] = `Bearer ${token}`;
		for (let attempt = 1; ; attempt++) {
			const response = await fetch(this.url(path), { method: "POST", headers, body, redirect: "manual", signal });
			const answer = parseJson(await readText(response));
			if (response.ok && isRecord(answer)) return answer;
			if (response.status !== 412 || attempt >= COMMITS) throw this.toError(response.status, answer);
			await wait(250 * 2 ** attempt * (0.5 + Math.random() / 2), signal);
		}
	}

	private pathOf(name: string): string {
		return [this.path, name].filter(Boolean).join("/");
	}

	private url(path: string): string {
		const url = urlBelow(this.options.hubUrl, path);
		if (url === undefined) throw new UsageError(`The URL of the hub is not valid: ${this.options.hubUrl}`);
		return url;
	}

	private toError(status: number, body: unknown): UsageError {
		const reason = readMember(body, "error");
		const text = typeof reason === "string" ? `: ${reason.slice(0, 200).replace(/\.+$/, "")}` : "";
		return new UsageError(
			`${this.name}: HTTP ${status}${text}.`,
			"Check that the data set exists, and that your token may write to it.",
		);
	}
}

function escapePath(path: string): string {
	return path.split("/").map(encodeURIComponent).join("/");
}
