import { lazily } from "./route.ts";
import type { Handler, Route } from "./types.ts";

const batches = (name: keyof typeof import("./endpoints/batches.ts")): Handler =>
	lazily(() => import("./endpoints/batches.ts"), name);
const files = (name: Exclude<keyof typeof import("./endpoints/files.ts"), "saveFile">): Handler =>
	lazily(() => import("./endpoints/files.ts"), name);

/** Returns the batch service in OpenAI's format below a base path such as `openai/v1`. */
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
