import type { ModelRecord } from "../../../hub/index.ts";
import type { Context } from "../../context.ts";
import { UsageError } from "../../errors/usage.ts";
import { readJsonFile } from "../../input/file.ts";

/**
 * Returns the model record in a file (`-`: standard input), as `hub models ID --json` prints it.
 * @param id the requested model; names the model if the record does not
 * @throws UsageError if the file contains anything else, or the record of another model
 */
export async function readRecordFile(path: string, id: string | undefined, context: Context): Promise<ModelRecord> {
	const name = path === "-" ? "standard input" : path;
	const record = await readJsonFile(path, context);
	if (record === null || typeof record !== "object" || Array.isArray(record)) {
		throw new UsageError(`${name} contains no model record.`, RECORD_HINT, "invalid-file");
	}
	const { id: ownId, modelId } = record as { id?: unknown; modelId?: unknown };
	const found = [ownId, modelId, id].find((value) => typeof value === "string" && value !== "");
	if (typeof found !== "string") throw new UsageError(`The record in ${name} has no id.`, RECORD_HINT, "invalid-file");
	if (id !== undefined && found !== id) {
		throw new UsageError(
			`${name} is the record of ${found}, not of ${id}.`,
			"Give the model or the file, not both.",
			"option-conflict",
		);
	}
	return { ...(record as ModelRecord), id: found };
}

const RECORD_HINT = "Expected one model as JSON; hub models ID --json > record.json makes such a file.";
