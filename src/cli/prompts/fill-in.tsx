import { useCursor } from "ink";
import { type ReactNode, useState } from "react";
import { servedTask, taskName } from "../../catalogue/aliases.ts";
import type { InferenceTask } from "../../inference/index.ts";
import { openTarget } from "../call-target/open-target.ts";
import type { Context } from "../context.ts";
import { completePath, readTypedPath } from "../input/typed-path.ts";
import { checkTask } from "../options/task.ts";
import { Interrupt } from "../terminal/process-io.ts";
import { type QuestionText, question, showOutside } from "../terminal/question.ts";
import { paintStyled } from "../terminal/styled.ts";
import { cutText } from "../terminal/width.ts";
import { createEditor, edit, editorHeight, editorWidth, setText, viewEditor } from "../ui/editor.ts";
import { Lines, showScreen, useColors, useKeys, useLive, useSize } from "../ui/screen.tsx";
import { formatCommandLine } from "./command-line.ts";
import { pickModel, pickProvider, pickTask } from "./pick.tsx";
import {
	applyAnswers,
	checkAnswer,
	findQuestions,
	isInputMissing,
	isTaskMissing,
	type PromptedOptions,
	type Question,
	readAnswer,
	wantsResult,
} from "./questions.ts";

interface Filled<Options> {
	/** A chat without a prompt opens the screen of `hub chat`. */
	command: "infer" | "chat";
	words: string[];
	options: Options;
}

/** Asks for the task, then the model, then the input if they are missing, and prints the complete command line. */
export async function fillIn<Options extends PromptedOptions>(
	words: string[],
	raw: Options,
	context: Context,
): Promise<Filled<Options>> {
	const options = await pickMissing(raw, context);
	const isComplete = !isInputMissing(words, options);
	const task = isComplete ? undefined : await findTask(options, context);
	if (task === "conversational") {
		if (wantsResult(options)) return { command: "infer", words, options };
		if (options !== raw) reportCommand("chat", [], { ...options, task: undefined }, context);
		return { command: "chat", words, options };
	}
	let asked: { words: string[]; options: object } = { words, options: {} };
	if (task !== undefined) {
		const questions = findQuestions(task, options);
		const answers = await askQuestions(question`hub infer --task ${taskName(task)}`, questions, context);
		asked = applyAnswers(questions, answers);
	}
	const filled: Filled<Options> = { command: "infer", words: asked.words, options: { ...options, ...asked.options } };
	reportCommand("infer", filled.words, { ...filled.options }, context);
	return filled;
}

/** Lets the user choose a missing task, model and provider. */
export async function pickMissing<Options extends PromptedOptions>(
	raw: Options,
	context: Context,
	fixedTask?: InferenceTask,
): Promise<Options> {
	let options = raw;
	const isGuided = fixedTask === undefined && isTaskMissing(options);
	if (isGuided) {
		options = { ...options, task: await pickTask(context) };
	}
	if (options.endpoint !== undefined) return options;
	const task = fixedTask ?? (options.task === undefined ? undefined : servedTask(checkTask(options.task)));
	// A conversation can change its model later, so the user is prompted only with `--pick`.
	const picksModel = options.pick || (isGuided && task !== "conversational");
	if (options.model === undefined && task !== undefined && picksModel) {
		options = { ...options, model: await pickModel({ ...options, task }, context) };
	}
	if (options.pick && options.provider === undefined && options.model !== undefined && !/:\w/.test(options.model)) {
		const provider = await pickProvider({ ...options, model: options.model, task }, context);
		options = { ...options, provider };
	}
	return options;
}

/** Prints the command line, so that it can be repeated without questions. */
export function reportCommand(command: string, words: readonly string[], options: object, context: Context): void {
	const line = formatCommandLine(command, words, { ...options });
	context.note(paintStyled(context.colors.stderr.dim, line));
}

/** Returns the named task, else the model's. */
async function findTask(options: PromptedOptions, context: Context): Promise<InferenceTask> {
	if (options.task !== undefined) return servedTask(checkTask(options.task));
	const [provider] = (options.provider ?? "").split(",").filter(Boolean);
	const target = await openTarget(undefined, { ...options, ...(provider ? { provider } : {}) }, context);
	return target.task;
}

export async function askQuestions(
	title: QuestionText,
	questions: readonly Question[],
	context: Context,
): Promise<string[]> {
	const answers: string[] = [];
	for (const one of questions) {
		const answer = await showScreen<string>(context, ({ finish, fail }) => (
			<Ask
				title={String(title)}
				question={one}
				context={context}
				onAnswer={(text) => finish(one.isFile ? readTypedPath(text, context) : text)}
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
	context: Context;
	onAnswer(text: string): void;
	onLeave(): void;
}

function Ask({ title, question, context, onAnswer, onLeave }: AskProps): ReactNode {
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
		if (key.name === "tab" && question.isFile) {
			const completed = completePath(text, context);
			setProblem(completed.names.length === 1 ? undefined : completed.names.join("  ") || "No file matches.");
			return editor.set(setText(editor.current, completed.text));
		}
		if (key.name !== "enter") {
			setProblem(undefined);
			return editor.set(edit(editor.current, key, editorWidth(width)) ?? editor.current);
		}
		if (text.endsWith("\\")) return editor.set(setText(editor.current, `${text.slice(0, -1)}\n`));
		const answer = readAnswer(question, text.trim());
		const found = checkAnswer(question, answer, context);
		setProblem(found);
		if (found === undefined) onAnswer(answer);
	});
	const cut = (text: string): string => cutText(showOutside(text), width);
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
