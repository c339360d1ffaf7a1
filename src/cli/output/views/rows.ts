import type { OutputKind } from "../../../catalogue/signatures.ts";
import { readMember } from "../../../http/index.ts";
import { isRecord } from "../../../json.ts";
import { findVectors } from "./embeddings.ts";
import { flatten, formatCell, withoutFiles } from "./tabulate.ts";
import type { ViewSpace } from "./view.ts";

/**
 * Returns a structured result for programs: tab-separated lines without titles; a vector is one line with all values.
 */
export function formatRows(result: unknown, output: OutputKind, { args }: Pick<ViewSpace, "args">): string {
	const rows =
		output === "vectors"
			? findVectors(result).map((vector) => vector.map(String))
			: listRows(result, readMember(args["inputs"], "sentences")).map((row) => row.map(formatCell));
	return rows.map((row) => `${row.join("\t")}\n`).join("");
}

function listRows(result: unknown, sentences: unknown): unknown[][] {
	if (!Array.isArray(result)) return isRecord(result) ? [listValues(result)] : [[result]];
	return result.map((item: unknown, index) => {
		if (isRecord(item)) return listValues(item);
		return Array.isArray(sentences) ? [item, sentences[index]] : [item];
	});
}

/** Puts the label first, for what is cut by columns. */
function listValues(record: Record<string, unknown>): unknown[] {
	const { label, ...others } = withoutFiles(record);
	return [...(label === undefined ? [] : [label]), ...flatten(others).values()];
}
