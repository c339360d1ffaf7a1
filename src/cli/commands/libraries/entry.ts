import type { ModelLibraryKey, PipelineType } from "../../../catalogue/index.ts";

/** A library as `hub libraries --json` prints it; the fields are described in docs/json.md and stay as they are. */
export interface LibraryEntry {
	/** The value of a model's `library_name`. */
	id: ModelLibraryKey;
	name: string;
	/** Name and URL of the source code. */
	repoName: string;
	repoUrl: string;
	docsUrl: string | null;
	/** Whether the hub offers it as a filter of models. */
	filter: boolean;
	/** Tasks whose models it can run. */
	tasks: PipelineType[];
	/** Tasks the hub's own inference service runs with it. */
	inferenceTasks: readonly PipelineType[];
	/** Query for the files whose downloads count; null for the usual ones. */
	countDownloads: string | null;
	/** The same in words. */
	downloadRule: string;
	/** Whether `hub snippet MODEL -l ID` has code to load a model. */
	hasSnippets: boolean;
}
