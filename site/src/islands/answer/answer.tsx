import type { CallTask } from "../../call-task.ts";
import { CopyButton } from "../parts/copy-button.tsx";
import type { CallProgress } from "../use-call.ts";
import { OutputView } from "./output-view.tsx";
import "./answer.css";

interface Props {
	state: CallProgress;
	task: CallTask;
	/** Distinguishes it from other answers on the page. */
	name?: string | undefined;
	/** Content before the first call. */
	idle?: string;
}

/** The answer to a call as it arrives. */
export function Answer({ state, task, name, idle = "Press Run. The answer appears here." }: Props) {
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
			{status === "done" && text === "" && <OutputView task={task} output={result?.output} input={input} />}
			{status === "failed" && (
				<p className="alert" role="alert">
					{error}
				</p>
			)}
		</section>
	);
}
