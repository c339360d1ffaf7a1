import { useCursor } from "ink";
import { type ReactNode, useState } from "react";
import type { Context } from "../context.ts";
import { completePath, readTypedPath } from "../input/typed-path.ts";
import { Interrupt } from "../terminal/process-io.ts";
import { cutText, onOneLine } from "../terminal/width.ts";
import { createEditor, edit, editorHeight, editorWidth, setText, viewEditor } from "../ui/editor.ts";
import { Lines } from "../ui/lines.tsx";
import { showScreen, useColors, useKeys, useSize } from "../ui/screen.tsx";
import { useLive } from "../ui/use-live.ts";
import { checkAnswer, type Question, readAnswer } from "./questions.ts";

/** Asks one question after the other. */
export async function askQuestions(title: string, questions: readonly Question[], context: Context): Promise<string[]> {
	const answers: string[] = [];
	for (const question of questions) {
		const answer = await showScreen<string>(context, ({ finish, fail }) => (
			<Ask
				title={title}
				question={question}
				check={(text) => checkAnswer(question, text, context)}
				complete={question.isFile ? (text) => completePath(text, context) : undefined}
				onAnswer={(text) => finish(question.isFile ? readTypedPath(text, context) : text)}
				onLeave={() => fail(new Interrupt("SIGINT"))}
			/>
		));
		answers.push(answer);
	}
	return answers;
}

interface AskProps {
	title: string;
	question: Question;
	check(text: string): string | undefined;
	complete: ((text: string) => ReturnType<typeof completePath>) | undefined;
	onAnswer(text: string): void;
	onLeave(): void;
}

/** A question with a text as its answer. */
function Ask({ title, question, check, complete, onAnswer, onLeave }: AskProps): ReactNode {
	const { width, rows } = useSize();
	const colors = useColors();
	const editor = useLive(() => createEditor());
	const [problem, setProblem] = useState<string>();
	const { setCursorPosition } = useCursor();
	useKeys((key) => {
		const { text } = editor.current;
		if (key.name === "escape" || key.name === "ctrl-c" || (key.name === "ctrl-d" && text === "")) return onLeave();
		if (key.name === "tab" && text === "") {
			setProblem(undefined);
			return editor.set(setText(editor.current, question.example));
		}
		if (key.name === "tab" && complete) {
			const completed = complete(text);
			setProblem(completed.names.length === 1 ? undefined : completed.names.join("  ") || "No file matches.");
			return editor.set(setText(editor.current, completed.text));
		}
		if (key.name !== "enter") {
			setProblem(undefined);
			return editor.set(edit(editor.current, key, editorWidth(width)) ?? editor.current);
		}
		if (text.endsWith("\\")) return editor.set(setText(editor.current, `${text.slice(0, -1)}\n`));
		const answer = readAnswer(question, text.trim());
		const found = check(answer);
		setProblem(found);
		if (found === undefined) onAnswer(answer);
	});
	const cut = (text: string): string => cutText(onOneLine(text), width);
	const height = editorHeight(rows, 5);
	const { lines, x, y } = viewEditor(editor.current, { width, height, colors, placeholder: question.example });
	setCursorPosition({ x, y: y + 2 });
	const foot =
		problem === undefined
			? colors.dim(cut(describeKeys(editor.current.text === "", question)))
			: colors.yellow(cut(problem));
	return <Lines lines={[colors.dim(cut(title)), colors.bold(cut(question.text)), ...lines, foot]} />;
}

function describeKeys(isEmpty: boolean, { isOptional, isFile }: Question): string {
	if (isEmpty) return `${isOptional ? "Enter continues · Tab takes" : "Enter or Tab takes"} the example · Esc cancels`;
	return `Enter continues · ${isFile ? "Tab completes" : "\\ Enter new line"} · Esc cancels`;
}
