import { existsSync } from "node:fs";
import { compactJournal, orderJournal } from "./journal/rewrite.ts";
import type { BatchCommandOptions } from "./options.ts";
import { tableFormat, writeTable } from "./output/tables.ts";

interface Finish {
	journal: string;
	output: string;
	/** Some row has more than one line. */
	hasRepeats: boolean;
	/** Every row was asked. */
	isEnded: boolean;
	options: BatchCommandOptions;
}

/** Puts an output in its final form: one line per row, in order if requested, or a table. */
export async function finishOutput({ journal, output, hasRepeats, isEnded, options }: Finish): Promise<void> {
	if (!existsSync(journal)) return;
	if (isEnded && options.ordered) orderJournal(journal);
	else if (isEnded && hasRepeats) compactJournal(journal);
	const format = tableFormat(output);
	if (isEnded && format) await writeTable(journal, output, format, options);
}
