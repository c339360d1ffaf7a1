import type {
	FillMaskOutput,
	ImageSegmentationOutput,
	ObjectDetectionOutput,
	QuestionAnsweringOutput,
	TokenClassificationOutput,
} from "modelhub/tasks";
import type { ReactNode } from "react";
import type { CallTask } from "../../call-task.ts";
import type { CallInput } from "../use-call.ts";
import { Bars } from "./bars.tsx";
import { Boxes } from "./boxes.tsx";
import { Entities } from "./entities.tsx";
import { Masks } from "./masks.tsx";
import { MediaFile } from "./media-file.tsx";

const LONGEST_JSON = 4000;

interface Recording {
	label: string;
	/** Base64. */
	blob: string;
	"content-type": string;
}

/** Outputs by their kind, as the library checks them. */
interface Outputs {
	labels: { label: string; score: number }[];
	guesses: FillMaskOutput;
	similarities: number[];
	entities: TokenClassificationOutput;
	boxes: ObjectDetectionOutput;
	masks: ImageSegmentationOutput;
	summary: { summary_text: string };
	translation: { translation_text: string };
	transcript: { text: string };
	text: { generated_text?: string };
	answer: QuestionAnsweringOutput[number] | QuestionAnsweringOutput;
	"table-answer": { answer: string };
	values: (string | number)[];
	vectors: number[] | number[][];
	recordings: Recording[];
}

type Views = { [Kind in keyof Outputs]: (output: Outputs[Kind], input: CallInput) => ReactNode };

/** Kind of output → its view: a function of the output and the input. */
const VIEWS: Views = {
	labels: (output) => <Bars rows={output} />,
	guesses: (output) => <Bars rows={output.map(({ token_str, score }) => ({ label: token_str, score }))} />,
	similarities: (output, { sentences = [] }) => (
		<Bars rows={output.map((score, index) => ({ label: sentences[index] ?? String(index + 1), score }))} />
	),
	entities: (output, { text = "" }) => <Entities text={text} entities={output} />,
	boxes: (output, { file }) => <Boxes file={file} boxes={output} />,
	masks: (output, { file }) => <Masks file={file} masks={output} />,
	summary: (output) => <p>{output.summary_text}</p>,
	translation: (output) => <p>{output.translation_text}</p>,
	transcript: (output) => <p>{output.text}</p>,
	text: (output) => <p>{output.generated_text ?? JSON.stringify(output)}</p>,
	answer: (output) => <p>{[output].flat()[0]?.answer}</p>,
	"table-answer": (output) => <p>{output.answer}</p>,
	values: (output) => <p>{output.join(", ")}</p>,
	vectors: (output) => <Vector vector={firstVector(output)} />,
	recordings: (output) => <Recordings recordings={output} />,
};

/** An output as a view, and as JSON. */
export function OutputView({ task, output, input }: { task: CallTask; output: unknown; input: CallInput | undefined }) {
	if (output instanceof Blob) return <MediaFile file={output} />;
	// The kind of a task says which output its calls return; the library has checked it.
	const view = (VIEWS as Partial<Record<string, (output: unknown, input: CallInput) => ReactNode>>)[task.output];
	return (
		<>
			{view?.(output, input ?? {})}
			<Json value={output} />
		</>
	);
}

function Json({ value }: { value: unknown }) {
	const text = JSON.stringify(value, null, 2);
	return (
		<details>
			<summary>JSON</summary>
			<pre tabIndex={0}>{text.length > LONGEST_JSON ? `${text.slice(0, LONGEST_JSON)}…` : text}</pre>
		</details>
	);
}

function firstVector(output: number[] | number[][]): number[] {
	const [first] = output;
	return Array.isArray(first) ? first : output.filter((value) => typeof value === "number");
}

function Vector({ vector }: { vector: number[] }) {
	const shown = vector.slice(0, 8).map((number) => number.toFixed(4));
	return (
		<p>
			{vector.length} numbers: {shown.join(", ")}, …
		</p>
	);
}

function Recordings({ recordings }: { recordings: Recording[] }) {
	return recordings.map(({ label, blob, "content-type": type }) => (
		<audio key={label} controls aria-label={label} src={`data:${type};base64,${blob}`} />
	));
}
