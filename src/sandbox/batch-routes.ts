import type { Handler, Route } from "./types.ts";

type Batches = typeof import("./endpoints/batches.ts");
type Files = typeof import("./endpoints/files.ts");

const batches =
	(name: keyof Batches): Handler =>
	async (incoming) =>
		(await import("./endpoints/batches.ts"))[name](incoming);
const files =
	(name: Exclude<keyof Files, "saveFile">): Handler =>
	async (incoming) =>
		(await import("./endpoints/files.ts"))[name](incoming);

/** Returns the batch service in OpenAI's form below a base path such as `openai/v1`. */
export function batchRoutes(base: string): Route[] {
	const path = (rest: string): RegExp => new RegExp(`^${base}/${rest}$`);
	return [
		{ method: "POST", path: path("files(?:/upload)?"), handle: files("uploadFile") },
		{ method: "GET", path: path("files"), handle: files("listFiles") },
		{ method: "GET", path: path("files/([\\w-]+)"), handle: files("readFile") },
		{ method: "DELETE", path: path("files/([\\w-]+)"), handle: files("deleteFile") },
		{ method: "GET", path: path("files/([\\w-]+)/content"), handle: files("readFileContent") },
		{ method: "POST", path: path("batches"), handle: batches("createBatch") },
		{ method: "GET", path: path("batches"), handle: batches("listBatches") },
		{ method: "GET", path: path("batches/([\\w-]+)"), handle: batches("readBatch") },
		{ method: "POST", path: path("batches/([\\w-]+)/cancel"), handle: batches("cancelBatch") },
	];
}
