/** All comparisons of `npm run upstream`, and the table that it prints. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as library from "../../src/index.ts";
import { ALL_PROVIDERS } from "../../src/inference/providers/index.ts";
import * as snippets from "../../src/snippets/index.ts";
import * as tasks from "../../src/tasks.ts";
import * as jinja from "../../src/template/index.ts";
import type { Corpus } from "../../test/template/corpus.ts";
import { type Difference, differingFacts, differingNames, differingPartners, listedIn } from "./facts.ts";
import { differingRenders } from "./renders.ts";
import { differingRequests } from "./requests.ts";
import { differingResults } from "./results.ts";
import { differingApps, differingCalls, differingSnippets } from "./snippets.ts";

type Module = Readonly<Record<string, unknown>>;

/** The packages of the reference, loaded. */
export interface Releases {
	inference: Module;
	tasks: Module;
	jinja: Module;
}

/**
 * Returns how the releases differ from the sources. What is undefined is not compared.
 * @param corpus chat templates to render
 * @param partners text of `PARTNERS_PAGE`
 */
export async function compareReleases(
	theirs: Releases,
	corpus: Corpus | undefined,
	partners: string | undefined,
): Promise<Difference[]> {
	return [
		...differingNames("inference", theirs.inference, library),
		...differingNames("tasks", theirs.tasks, tasks),
		...differingNames("jinja", theirs.jinja, jinja),
		...differingFacts(theirs.tasks, tasks),
		...(partners === undefined ? [] : differingPartners(partners, ALL_PROVIDERS)),
		...(await differingRequests(theirs.inference, library)),
		...(await differingResults(theirs.inference, library)),
		...differingSnippets(theirs.tasks, tasks),
		...differingApps(theirs.tasks, tasks),
		...differingCalls(theirs.inference, { snippets }, tasks.PIPELINE_TYPES),
		...(corpus ? differingRenders(theirs.jinja, jinja, corpus) : []),
	];
}

/** Prints the differences that COMPATIBILITY.md does not list, and returns the exit code. */
export function reportDifferences(differences: readonly Difference[], print: (line: string) => void): number {
	const document = fileURLToPath(new URL("../../COMPATIBILITY.md", import.meta.url));
	const listed = listedIn(readFileSync(document, "utf8"));
	const unlisted = differences.filter(({ area, name }) => !listed(area, name));
	for (const { area, name, theirs, ours } of unlisted)
		print(`${area.padEnd(12)} ${name}\n  reference  ${theirs}\n  here       ${ours}`);
	print(`${differences.length} differences, ${unlisted.length} of them not listed in COMPATIBILITY.md`);
	return unlisted.length > 0 ? 1 : 0;
}
