import type { Batch, BatchRow } from "../batch-jobs.ts";
import { Fields, parseObject } from "../body.ts";
import { isRecord } from "../is-record.ts";

const MAX_ROWS = 50_000;

/** A line of the input that makes the whole batch fail. */
export class RowProblem extends Error {
	readonly problem: NonNullable<Batch["problem"]>;

	constructor(line: number, code: string, message: string) {
		super(message);
		this.problem = { line, code, message };
	}
}

/**
 * Returns the requests of an input file.
 * @throws RowProblem for the first line that cannot be read
 */
export function readRows(text: string, oneModel: boolean): BatchRow[] {
	const ids = new Set<string>();
	const models = new Set<unknown>();
	const rows = text.split("\n").flatMap((line, index): BatchRow[] => {
		if (line.trim() === "") return [];
		const row = readRow(line, index + 1);
		if (ids.has(row.customId)) {
			throw new RowProblem(index + 1, "duplicate_custom_id", `The custom_id '${row.customId}' is used twice.`);
		}
		ids.add(row.customId);
		models.add(row.body["model"]);
		return [row];
	});
	if (rows.length === 0) throw new RowProblem(0, "empty_file", "The input file is empty.");
	if (rows.length > MAX_ROWS) {
		throw new RowProblem(MAX_ROWS + 1, "too_many_requests", `A batch has at most ${MAX_ROWS} requests.`);
	}
	if (oneModel && models.size > 1) throw new RowProblem(0, "mismatched_model", "All requests must use the same model.");
	return rows;
}

function readRow(line: string, number: number): BatchRow {
	let row: Fields;
	try {
		row = new Fields(parseObject(line));
	} catch {
		throw new RowProblem(number, "invalid_json_line", "This line is not a JSON object.");
	}
	const customId = row.get("custom_id");
	const body = row.get("body");
	if (typeof customId !== "string") throw new RowProblem(number, "missing_custom_id", "This line has no custom_id.");
	if (!isRecord(body)) throw new RowProblem(number, "missing_body", "This line has no body.");
	return { customId, body };
}
