import type { InputKind } from "../../../../src/catalogue/kinds.ts";
import type { CallTask, FormField } from "../../call-task.ts";

/** An input that cannot be sent; the message is for users. */
export class FormError extends Error {}

/**
 * The fields of a task's form, by its kind of input. The first is the main one. `kind` says how a field is edited:
 * `text` (a line or more), `lines` (one value a line), `list` (values between commas), `json`, or `image`, `audio` (a file).
 */
const FIELDS: Partial<Record<InputKind, FormField[]>> = {
	messages: [{ name: "text", label: "Message", kind: "text" }],
	text: [{ name: "text", label: "Text", kind: "text" }],
	texts: [{ name: "text", label: "Text", kind: "text" }],
	question: [
		{ name: "question", label: "Question", kind: "text" },
		{ name: "context", label: "Context", kind: "text" },
	],
	sentences: [
		{ name: "source_sentence", label: "Sentence", kind: "text" },
		{ name: "sentences", label: "Compare with (one per line)", kind: "lines" },
	],
	"table-question": [
		{ name: "query", label: "Question", kind: "text" },
		{ name: "table", label: "Table (JSON: column → values)", kind: "json" },
	],
	table: [{ name: "data", label: "Table (JSON: column → values)", kind: "json" }],
	image: [{ name: "file", label: "Image", kind: "image" }],
	audio: [{ name: "file", label: "Recording", kind: "audio" }],
	"image-question": [
		{ name: "question", label: "Question", kind: "text" },
		{ name: "file", label: "Image", kind: "image" },
	],
	"document-question": [
		{ name: "question", label: "Question", kind: "text" },
		{ name: "file", label: "Document", kind: "image" },
	],
	"image-prompt": [
		{ name: "prompt", label: "Prompt", kind: "text" },
		{ name: "file", label: "Image", kind: "image" },
	],
	"prompt-image": [
		{ name: "prompt", label: "Prompt", kind: "text" },
		{ name: "file", label: "Image", kind: "image" },
	],
};

const LABELS: FormField = { name: "labels", label: "Labels, separated by commas", kind: "list" };
const IMAGE: FormField = { name: "file", label: "Image", kind: "image" };

/** Returns the fields of a task; none for a kind of input there is no form for. */
export function fieldsOf({ input, needsLabels, takesImage }: CallTask): FormField[] {
	const fields = FIELDS[input];
	if (!fields) return [];
	return [...fields, ...(takesImage ? [IMAGE] : []), ...(needsLabels ? [LABELS] : [])];
}
