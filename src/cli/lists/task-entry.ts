import type { Modality, ModelLibraryKey, PipelineType, TaskDataCustom, WidgetType } from "../../catalogue/index.ts";
import type { TaskAlias } from "../../catalogue/signatures.ts";

/** A task as `hub tasks --json` prints it; the fields are described in docs/json.md and stay as they are. */
export interface TaskEntry {
	/** Value of `--task`: a task id, or `conversational`. */
	id: WidgetType;
	name: string;
	modality: Modality;
	/** One sentence about the task; null if there is none. */
	summary: string | null;
	/** Other values for `--task`. */
	aliases: TaskAlias[];
	/** The broader task it belongs to. */
	canonicalId: PipelineType | null;
	subtasks: { id: string; name: string }[];
	libraries: readonly ModelLibraryKey[];
	/** Providers that serve it, alphabetically. */
	providers: string[];
	defaultModel: string | null;
}

export interface ParameterEntry {
	/** As `--param` takes it. */
	name: string;
	/** In words, such as `an integer`. */
	type: string;
	/** Null if the model or the provider decides. */
	default: unknown;
	required: boolean;
	description: string;
}

/** A task as `hub tasks ID --json` prints it: the entry of the list, and everything else. */
export interface TaskDetails
	extends TaskEntry,
		Pick<TaskDataCustom, "models" | "datasets" | "metrics" | "spaces" | "widgetModels" | "demo"> {
	parameters: ParameterEntry[];
	useCases: { title: string; text: string }[];
	variants: { title: string; text: string }[];
	evaluation: string | null;
	/** A `hub` command line that tries the task. */
	command: string | null;
	youtubeId: string | null;
}

/** Texts of tasks that can be run although the catalogue has no record of them. */
export const EXTRA_TEXTS: Partial<Record<WidgetType, { summary: string; command: string }>> = {
	conversational: {
		summary:
			"Continues a conversation: the model reads what system, user and assistant have said so far and writes the next message. It is how chat models are used; vision-language models take images among the messages. Answers stream, may call tools, and can be held to a JSON schema.",
		command: 'hub infer -t chat "Explain attention in one sentence" -p sandbox',
	},
	"text-to-audio": {
		summary:
			"Generates sound from a description: music, effects or speech. Reading a given text aloud is a separate task, text-to-speech.",
		command: 'hub infer -t text-to-audio "rain on a tin roof, distant thunder" -o rain.wav -p sandbox',
	},
};
