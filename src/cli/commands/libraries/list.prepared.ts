import { PIPELINE_TYPES } from "../../../catalogue/index.ts";
import { ALL_MODEL_LIBRARY_KEYS, DEFAULT_COUNTED_FILES, MODEL_LIBRARIES } from "../../../catalogue/libraries.ts";
import { LIBRARY_TASK_MAPPING, TASKS_MODEL_LIBRARIES } from "../../../catalogue/task-libraries.ts";
import { describeDownloadRule } from "./describe-download-rule.ts";
import type { LibraryEntry } from "./entry.ts";

/** All libraries, in the catalogue's order; computed when the command is built (scripts/build.ts). */
export const LIBRARY_LIST: readonly LibraryEntry[] = ALL_MODEL_LIBRARY_KEYS.map((id) => {
	const { prettyLabel, repoName, repoUrl, docsUrl, filter, countDownloads, generator } = MODEL_LIBRARIES[id];
	return {
		id,
		name: prettyLabel,
		repoName,
		repoUrl,
		docsUrl: docsUrl ?? null,
		filter: filter ?? false,
		tasks: PIPELINE_TYPES.filter((task) => TASKS_MODEL_LIBRARIES[task].includes(id)),
		inferenceTasks: LIBRARY_TASK_MAPPING[id] ?? [],
		countDownloads: countDownloads ?? null,
		downloadRule: describeDownloadRule(countDownloads, DEFAULT_COUNTED_FILES),
		hasSnippets: generator !== undefined,
	};
});
