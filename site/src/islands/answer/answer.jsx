import { CopyButton } from "../parts/copy-button.jsx";
import { OutputView } from "./output-view.jsx";
import "./answer.css";

/**
 * The answer to a call as it arrives.
 * @param state of `useCall`
 * @param name distinguishes it from other answers on the page
 * @param idle content before the first call
 */
export function Answer({ state, task, name, idle = "Press Run. The answer appears here." }) {
	const { status, text = "", result, error, input } = state;
	return (
		<section
			className="answer"
			aria-label={name ? `Answer: ${name}` : "Answer"}
			aria-busy={status === "running"}
			aria-live="polite"
		>
			{status === "idle" && <p className="note">{idle}</p>}
			{status === "running" && text === "" && <p className="note waiting">Waiting for the answer…</p>}
			{text !== "" && (
				<div className="answer-text">
					<p>{text}</p>
					{status !== "running" && <CopyButton text={text} />}
				</div>
			)}
			{status === "done" && text === "" && <OutputView task={task} output={result.output} input={input} />}
			{status === "failed" && (
				<p className="alert" role="alert">
					{error}
				</p>
			)}
		</section>
	);
}
