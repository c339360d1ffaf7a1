import type { AsyncBuffer } from "hyparquet";
import { hasFields, isCount, isText } from "../../../../base/check-fields.ts";
import { parseJson, readMember } from "../../../../base/json.ts";
import { isLoopback } from "../../../../http/callers.ts";
import { type Fetch, parseHttpUrl, readPieces, readText, urlBelow } from "../../../../http/index.ts";
import { refuseDoubles } from "../../../../http/list-order.ts";
import { HUB_URL } from "../../../../hub/url.ts";
import { isOpenUrl, OPEN_URL, readConfig } from "../../../config/settings.ts";
import type { Context } from "../../../context.ts";
import { UsageError } from "../../../errors/usage.ts";
import { tooLarge } from "../../../input/too-large.ts";
import { connectHub } from "../../../network/hub.ts";
import type { RecordingOptions } from "../../../network/recording.ts";
import { tokenFor } from "../../../network/trust.ts";
import type { GlobalOptions } from "../../../options/global-options.ts";
import { MAX_INPUT } from "../../../terminal/terminal.ts";
import { isRowFile } from "./formats.ts";
import { DamagedFile } from "./parquet.ts";

/** The dataset viewer of huggingface.co. */
const VIEWER_URL = "https://datasets-server.huggingface.co";
const MAX_REDIRECTS = 5;
/** Attempts after the first. */
const RETRIES = 4;

/** A Parquet file of a dataset on Hugging Face. */
export interface DatasetFile {
	url: string;
	name: string;
	size: number;
}

/** Options of requests for datasets. The viewer's responses are untrusted data. */
export interface ViewerOptions {
	/** Reaches the viewer and Hugging Face. */
	fetch: Fetch;
	/** Reaches the public internet only. */
	publicFetch: Fetch;
	viewerUrl: string;
	hubUrl: string;
	/** Origin of a URL that the user named → the token that it may get. */
	tokens: ReadonlyMap<string, string>;
	/** Bytes of a file that are held at a time. */
	limit: number;
	signal: AbortSignal;
	note(text: string): void;
}

/** Connects to the viewer of `HUB_DATASETS_URL`, or of huggingface.co. */
export async function connectViewer(given: GlobalOptions & RecordingOptions, context: Context): Promise<ViewerOptions> {
	const { hub, token, publicFetch } = await connectHub(given, context);
	const own = context.env["HUB_DATASETS_URL"] || undefined;
	if (own !== undefined && !isOpenUrl(own)) throw new UsageError(`HUB_DATASETS_URL must be ${OPEN_URL}.`);
	const hubUrl = hub.hubUrl ?? HUB_URL;
	const viewerUrl = own ?? VIEWER_URL;
	const tokens = new Map<string, string>();
	// A provider's key is only for the provider.
	if (token?.value.startsWith("hf_")) {
		const isOurs = own !== undefined || new URL(hubUrl).origin === HUB_URL;
		const places = isOurs ? [hubUrl, viewerUrl] : [hubUrl];
		if (!isOurs) context.note(`The token from ${token.source} belongs to ${hubUrl} and is not sent to ${viewerUrl}.`);
		for (const place of places) {
			const { protocol, hostname, origin } = new URL(place);
			const isPrivate = protocol === "https:" || isLoopback(hostname);
			const allowed = place === own ? tokenFor(token, own, context, readConfig(context)) : token;
			if (allowed && isPrivate) tokens.set(origin, token.value);
			else if (allowed)
				context.note(`The token from ${token.source} is not sent to ${origin}, which is not encrypted.`);
		}
	}
	return {
		fetch: hub.fetch ?? fetch,
		publicFetch: publicFetch(given.retries ?? RETRIES),
		viewerUrl,
		hubUrl,
		tokens,
		limit: context.flags.maxInput ?? MAX_INPUT,
		signal: context.signal,
		note: context.note,
	};
}

/** Whether an input names a dataset on Hugging Face. */
export function isDataset(input: string): boolean {
	return input.startsWith("hf://") && !isRawFile(input);
}

/** Whether an input names a file in a dataset's repository, such as `hf://datasets/OWNER/NAME/data/in.jsonl`. */
export function isRawFile(input: string): boolean {
	return /^hf:\/\/datasets\/[^/]+\/[^/]+\/./.test(input) && isRowFile(input);
}

/** The Parquet files of `hf://datasets/OWNER/NAME[/CONFIG[/SPLIT]]`. */
export async function listDataset(input: string, options: ViewerOptions): Promise<DatasetFile[]> {
	const [, dataset, config, split] =
		/^hf:\/\/datasets\/([^/]+\/[^/]+)(?:\/([^/]+))?(?:\/([^/]+))?\/?$/.exec(input) ?? [];
	if (dataset === undefined) {
		throw new UsageError(`${input} does not name a dataset.`, "Write hf://datasets/OWNER/NAME[/CONFIG[/SPLIT]].");
	}
	const url = urlBelow(options.viewerUrl, `parquet?dataset=${encodeURIComponent(dataset)}`);
	if (url === undefined) throw new UsageError(`The URL of the dataset viewer is not valid: ${options.viewerUrl}`);
	const response = await get(url, {}, options);
	const body = parseJson(await readText(response));
	if (!response.ok) {
		const reason = readMember(body, "error");
		throw new UsageError(
			`The dataset ${dataset} cannot be read: ${typeof reason === "string" ? reason.replace(/(?<!\.)\.+$/, "") : `HTTP ${response.status}`}.`,
			"Check its name, and that your token may read it.",
		);
	}
	if (body === undefined) throw new UsageError(`The dataset viewer at ${options.viewerUrl} did not return JSON.`);
	if (readMember(body, "partial") === true) {
		options.note(`Hugging Face has converted only the first part of ${dataset}; the other rows are left out.`);
	}
	const files = readMember(body, "parquet_files");
	const all: unknown[] = Array.isArray(files) ? files : [];
	// A file that is left out or read twice would lose or repeat rows.
	if (!all.every(isFile))
		throw new UsageError(
			`The dataset viewer at ${options.viewerUrl} describes files of ${dataset} that hub cannot read.`,
		);
	refuseDoubles(
		all.map((file) => `${file.config}/${file.split}/${file.filename}`),
		"parquet_files",
	);
	const chosen = all.filter(
		(file) => (config === undefined || file.config === config) && (split === undefined || file.split === split),
	);
	if (chosen.length === 0) {
		const parts = [...new Set(all.map((file) => `${file.config}/${file.split}`))];
		throw new UsageError(`${input} has no rows.`, parts.length > 0 ? `There are: ${parts.join(", ")}.` : undefined);
	}
	const configs = new Set(chosen.map((file) => file.config));
	if (configs.size > 1) {
		throw new UsageError(
			`${dataset} has several configurations: ${[...configs].join(", ")}.`,
			`Name one: ${input}/CONFIG.`,
		);
	}
	return chosen.map(({ url, size, ...file }) => {
		return { url, size, name: `${dataset}/${file.config}/${file.split}/${file.filename}` };
	});
}

interface ListedFile {
	config: string;
	split: string;
	url: string;
	filename: string;
	size: number;
}

const isFile = hasFields({ config: isText, split: isText, url: isText, filename: isText, size: isCount }) as (
	value: unknown,
) => value is ListedFile;

/** A remote file, read by ranges. */
export function openRemote({ url, name, size }: DatasetFile, options: ViewerOptions): AsyncBuffer {
	const slice = async (start: number, end = size): Promise<ArrayBuffer> => {
		if (end - start > options.limit) throw tooLarge(`A part of ${name}`, options.limit);
		const response = await get(url, { Range: `bytes=${start}-${end - 1}` }, options);
		const pieces = readPieces(response);
		try {
			if (!response.ok) throw new UsageError(`${name} cannot be read: HTTP ${response.status}.`);
			const buffer = new Uint8Array(end - start);
			// A server without support for ranges sends everything.
			let at = response.status === 206 ? 0 : -start;
			while (at < buffer.length) {
				const piece = await pieces.next();
				if (!piece) throw new DamagedFile(name, "it ends too early");
				const used = piece.subarray(Math.max(0, -at), buffer.length - at);
				if (used.length > 0) buffer.set(used, Math.max(0, at));
				at += piece.length;
			}
			return buffer.buffer;
		} finally {
			pieces.cancel();
		}
	};
	return { byteLength: size, slice };
}

/**
 * Sends a GET and follows redirects. The viewer and Hugging Face get the user's token if it belongs to them; every other
 * host gets no token, and has to be on the public internet, with https.
 */
export async function get(start: string, headers: Record<string, string>, options: ViewerOptions): Promise<Response> {
	const { viewerUrl, hubUrl, tokens, fetch, publicFetch, signal } = options;
	const named = [viewerUrl, hubUrl].map((base) => new URL(base).origin);
	let url = parseHttpUrl(start);
	for (let hops = 0; url && hops <= MAX_REDIRECTS; hops++) {
		const isNamed = named.includes(url.origin);
		if (!isNamed && url.protocol !== "https:") break;
		const token = tokens.get(url.origin);
		const own = token === undefined ? headers : { ...headers, Authorization: `Bearer ${token}` };
		const init: RequestInit = { headers: own, redirect: "manual", signal };
		const response = await (isNamed ? fetch : publicFetch)(url.href, init);
		const location = response.headers.get("location");
		if (response.status < 300 || response.status > 399 || location === null) return response;
		response.body?.cancel().catch(() => undefined);
		url = URL.canParse(location, url.href) ? parseHttpUrl(new URL(location, url.href)) : undefined;
	}
	const place = url ? url.origin : "something that is not a web URL";
	throw new UsageError(
		`The dataset viewer points to ${place}, which hub refuses to read.`,
		"Its files must be on the viewer, on Hugging Face, or at a public https URL.",
	);
}
