import { decodeBase64 } from "../base/base64.ts";
import { parseJson, readMember, textOf } from "../base/json.ts";
import { checkHubToken } from "./authorization.ts";
import { readBytes } from "./body.ts";
import datasets from "./data/datasets.json" with { type: "json" };
import { notFound } from "./failure.ts";
import { bytesResponse, jsonResponse } from "./responses.ts";
import type { IncomingCall } from "./types.ts";

const CONFIG = "default";
const FILE = /^datasets\/(sandbox\/[\w-]+)\/resolve\/[^/]+\/default\/(\w+)\/0000\.parquet$/;

/** The dataset viewer: which Parquet files a dataset has, and the files themselves. */
export async function answerDatasets(incoming: IncomingCall): Promise<Response> {
	const { path, query } = incoming;
	const [, tree, name = "", route = ""] = REPOSITORY.exec(path) ?? [];
	if (route !== "") return await answerRepository(incoming, name, route, tree !== undefined);
	if (path === "parquet") return listFiles(incoming, query.get("dataset") ?? "");
	const [, dataset = "", split = ""] = FILE.exec(path) ?? [];
	const columns = DATASETS[dataset]?.[split];
	if (!columns) throw notFound("Not found.");
	return bytesResponse(await encode(columns), "application/vnd.apache.parquet");
}

/** Files that are written to datasets: `preupload`, uploads of large ones, commits, lists and reads. */
const REPOSITORY =
	/^(api\/)?datasets\/([\w.-]+\/[\w.-]+?)(?:\.git\/info\/)?\/?((?:preupload|commit|tree|resolve)\/main(?:\/.*)?|lfs\/.*)$/;
/** Larger files, and those that Git cannot compare, are uploaded by themselves. */
const LARGE = 10 * 2 ** 20;
const BINARY = /\.(?:gz|zst|parquet|arrow)$/;

async function answerRepository(
	{ request, state, hubUrl }: IncomingCall,
	name: string,
	route: string,
	isApi: boolean,
): Promise<Response> {
	const { repositories } = state.batches;
	const [action = "", first, ...rest] = route.split("/");
	const path = rest.map(decodeURIComponent).join("/");
	const isRead = request.method === "GET" || request.method === "HEAD";
	checkHubToken(request, isRead || request.method === "PUT" ? "optional" : "required");
	if (action === "tree" && isRead) {
		const above = `${name}/${path === "" ? "" : `${path}/`}`;
		const found = [...repositories].filter(([key]) => key.startsWith(above));
		if (found.length === 0 && path !== "") throw notFound("Entry not found");
		const describe = (key: string, size: number) => ({
			type: "file",
			path: key.slice(name.length + 1),
			size,
			oid: "0",
		});
		return jsonResponse(found.map(([key, { length }]) => describe(key, length)));
	}
	if (action === "resolve" && isRead) {
		const bytes = repositories.get(`${name}/${path}`);
		if (!bytes) throw notFound("Entry not found");
		return bytesResponse(bytes, "application/octet-stream");
	}
	if (action === "lfs" && request.method === "PUT") {
		repositories.set(`lfs:${first}`, await readBytes(request));
		return jsonResponse({});
	}
	const text = new TextDecoder().decode(await readBytes(request));
	const lines = text.split("\n").flatMap((line) => (line === "" ? [] : [parseJson(line)]));
	const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
	if (action === "preupload") {
		const files = listed(readMember(lines[0], "files")).map((file) => {
			const isLarge = Number(textOf(readMember(file, "size"))) > LARGE || BINARY.test(textOf(readMember(file, "path")));
			return { path: readMember(file, "path"), uploadMode: isLarge ? "lfs" : "regular" };
		});
		return jsonResponse({ files });
	}
	if (action === "lfs") {
		const objects = listed(readMember(lines[0], "objects")).map((object) => ({
			oid: readMember(object, "oid"),
			size: readMember(object, "size"),
			actions: { upload: { href: hubUrl(`datasets/${name}/lfs/${textOf(readMember(object, "oid"))}`) } },
		}));
		return jsonResponse({ transfer: "basic", objects });
	}
	if (action !== "commit" || !isApi) throw notFound("Not found.");
	for (const line of lines) {
		const value = readMember(line, "value");
		const [to, content] = [`${name}/${textOf(readMember(value, "path"))}`, readMember(value, "content")];
		const large = repositories.get(`lfs:${textOf(readMember(value, "oid"))}`);
		const bytes = typeof content === "string" ? decodeBase64(content) : undefined;
		if (readMember(line, "key") === "file" && bytes) repositories.set(to, bytes);
		if (readMember(line, "key") === "lfsFile" && large) repositories.set(to, large);
	}
	return jsonResponse({ success: true, commitOid: "0", commitUrl: hubUrl(`datasets/${name}/commit/0`) });
}

async function listFiles({ hubUrl }: IncomingCall, name: string): Promise<Response> {
	const dataset = DATASETS[name];
	if (!dataset) {
		throw notFound("The dataset does not exist, or is not accessible without authentication (private or gated).");
	}
	const files = Object.entries(dataset).map(async ([split, columns]) => ({
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

/** The values of a column, one per row. */
type Column = readonly (string | number)[];

/** The columns of each split of the viewer's datasets. */
const DATASETS: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, Column>>>>>> = datasets;
