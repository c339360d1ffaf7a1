import { type Column, DATASETS } from "./dataset-rows.ts";
import { notFound } from "./failure.ts";
import { bytesResponse, jsonResponse } from "./responses.ts";
import type { IncomingCall } from "./types.ts";

const CONFIG = "default";
const FILE = /^datasets\/(sandbox\/[\w-]+)\/resolve\/[^/]+\/default\/(\w+)\/0000\.parquet$/;

/** The dataset viewer: which Parquet files a dataset has, and the files themselves. */
export async function answerDatasets(incoming: IncomingCall): Promise<Response> {
	const { path, query } = incoming;
	if (path === "parquet") return listFiles(incoming, query.get("dataset") ?? "");
	const [, name = "", split = ""] = FILE.exec(path) ?? [];
	const columns = DATASETS[name]?.splits[split];
	if (!columns) throw notFound("Not found.");
	return bytesResponse(await encode(columns), "application/vnd.apache.parquet");
}

async function listFiles({ hubUrl }: IncomingCall, name: string): Promise<Response> {
	const dataset = DATASETS[name];
	if (!dataset) {
		throw notFound("The dataset does not exist, or is not accessible without authentication (private or gated).");
	}
	const files = Object.entries(dataset.splits).map(async ([split, columns]) => ({
		dataset: name,
		config: CONFIG,
		split,
		url: hubUrl(`datasets/${name}/resolve/refs%2Fconvert%2Fparquet/${CONFIG}/${split}/0000.parquet`),
		filename: "0000.parquet",
		size: (await encode(columns)).length,
	}));
	return jsonResponse({ parquet_files: await Promise.all(files), pending: [], failed: [], partial: false });
}

async function encode(columns: Readonly<Record<string, Column>>): Promise<Uint8Array<ArrayBuffer>> {
	const { parquetWriteBuffer } = await import("hyparquet-writer");
	const columnData = Object.entries(columns).map(([name, data]) => ({
		name,
		data: [...data],
		type: typeof data[0] === "number" ? ("INT32" as const) : ("STRING" as const),
	}));
	return new Uint8Array(parquetWriteBuffer({ columnData }));
}
