import type { AsyncBuffer } from "hyparquet";
import { readMember } from "../../../../base/json.ts";
import { type Fetch, isType } from "../../../../http/index.ts";
import { UsageError } from "../../../errors/usage.ts";

const VIEWER = "https://datasets-server.huggingface.co";

/** A Parquet file of a data set on the hub. */
export interface DatasetFile {
	url: string;
	name: string;
	size: number;
}

/** Options of requests to the data set viewer. */
export interface ViewerOptions {
	fetch: Fetch;
	/** Default: the hub's own. */
	viewerUrl: string | undefined;
	accessToken: string | undefined;
	note(text: string): void;
}

/** Whether an input names a data set on the hub. */
export function isDataset(input: string): boolean {
	return input.startsWith("hf://");
}

/** The Parquet files of `hf://datasets/OWNER/NAME[/CONFIG[/SPLIT]]`. */
export async function listDataset(input: string, options: ViewerOptions): Promise<DatasetFile[]> {
	const [, dataset, config, split] =
		/^hf:\/\/datasets\/([^/]+\/[^/]+)(?:\/([^/]+))?(?:\/([^/]+))?\/?$/.exec(input) ?? [];
	if (dataset === undefined) {
		throw new UsageError(`${input} does not name a data set.`, "Write hf://datasets/OWNER/NAME[/CONFIG[/SPLIT]].");
	}
	const url = `${options.viewerUrl ?? VIEWER}/parquet?dataset=${encodeURIComponent(dataset)}`;
	const response = await options.fetch(url, { headers: authorization(options) });
	const body: unknown = isType(response.headers, "application/json") ? await response.json() : undefined;
	if (!response.ok) {
		const reason = readMember(body, "error");
		throw new UsageError(
			`The data set ${dataset} cannot be read: ${typeof reason === "string" ? reason.replace(/\.+$/, "") : `HTTP ${response.status}`}.`,
			"Check its name, and that your token may read it.",
		);
	}
	if (readMember(body, "partial") === true) {
		options.note(`The hub has converted only the first part of ${dataset}; the other rows are left out.`);
	}
	const files = readMember(body, "parquet_files");
	const all = (Array.isArray(files) ? files : []).filter(isFile);
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
	return chosen.map((file) => ({
		url: file.url,
		size: file.size,
		name: `${dataset}/${file.config}/${file.split}/${file.filename}`,
	}));
}

interface ListedFile {
	config: string;
	split: string;
	url: string;
	filename: string;
	size: number;
}

function isFile(value: unknown): value is ListedFile {
	return typeof readMember(value, "url") === "string" && typeof readMember(value, "size") === "number";
}

/** A remote file, read by ranges. */
export function openRemote({ url, size, name }: DatasetFile, options: ViewerOptions): AsyncBuffer {
	return {
		byteLength: size,
		slice: async (start, end = size) => {
			const headers = { ...authorization(options), Range: `bytes=${start}-${end - 1}` };
			const response = await options.fetch(url, { headers });
			if (!response.ok) throw new UsageError(`${name} cannot be read: HTTP ${response.status}.`);
			const buffer = await response.arrayBuffer();
			// A server without support for ranges sends everything.
			return response.status === 206 ? buffer : buffer.slice(start, end);
		},
	};
}

function authorization({ accessToken }: ViewerOptions): Record<string, string> {
	return accessToken ? { Authorization: `Bearer ${accessToken}` } : {};
}
