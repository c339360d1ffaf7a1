import { Bars } from "./bars.jsx";
import { Boxes } from "./boxes.jsx";
import { Entities } from "./entities.jsx";
import { MediaFile } from "./media-file.jsx";

const LONGEST_JSON = 4000;

/** Kind of output → its view: a function of the output and the input. */
const VIEWS = {
	labels: (output) => <Bars rows={output} />,
	guesses: (output) => <Bars rows={output.map(({ token_str, score }) => ({ label: token_str, score }))} />,
	similarities: (output, { sentences = [] }) => (
		<Bars rows={output.map((score, index) => ({ label: sentences[index] ?? String(index + 1), score }))} />
	),
	entities: (output, { text }) => <Entities text={text} entities={output} />,
	boxes: (output, { file }) => <Boxes file={file} boxes={output} />,
	masks: (output) => <Masks masks={output} />,
	summary: (output) => <p>{output.summary_text}</p>,
	translation: (output) => <p>{output.translation_text}</p>,
	transcript: (output) => <p>{output.text}</p>,
	text: (output) => <p>{output.generated_text ?? JSON.stringify(output)}</p>,
	answer: (output) => <p>{[output].flat()[0]?.answer}</p>,
	"table-answer": (output) => <p>{output.answer}</p>,
	values: (output) => <p>{output.join(", ")}</p>,
	vectors: (output) => <Vector vector={Array.isArray(output[0]) ? output[0] : output} />,
	recordings: (output) => <Recordings recordings={output} />,
};

/** An output as a view, and as JSON. */
export function OutputView({ task, output, input }) {
	if (output instanceof Blob) return <MediaFile file={output} />;
	return (
		<>
			{VIEWS[task.output]?.(output, input ?? {})}
			<Json value={output} />
		</>
	);
}

function Json({ value }) {
	const text = JSON.stringify(value, null, 2);
	return (
		<details>
			<summary>JSON</summary>
			<pre tabIndex={0}>{text.length > LONGEST_JSON ? `${text.slice(0, LONGEST_JSON)}…` : text}</pre>
		</details>
	);
}

function Vector({ vector }) {
	const shown = vector.slice(0, 8).map((number) => number.toFixed(4));
	return (
		<p>
			{vector.length} numbers: {shown.join(", ")}, …
		</p>
	);
}

function Masks({ masks }) {
	return (
		<ul className="masks">
			{masks.map(({ label, score, mask }) => (
				<li key={label + mask}>
					<img src={`data:image/png;base64,${mask}`} alt={`Mask of ${label}`} />
					<p>
						{label}
						{score === undefined || score === null ? "" : ` ${score.toFixed(2)}`}
					</p>
				</li>
			))}
		</ul>
	);
}

function Recordings({ recordings }) {
	return recordings.map(({ label, blob, "content-type": type }) => (
		<audio key={label} controls aria-label={label} src={`data:${type};base64,${blob}`} />
	));
}
