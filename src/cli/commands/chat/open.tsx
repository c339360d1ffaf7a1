import { Box, useCursor } from "ink";
import { type ReactNode, useCallback, useEffect, useReducer, useState } from "react";
import { omitUndefined } from "../../../base/json.ts";
import { readConfig } from "../../config/settings.ts";
import type { Context } from "../../context.ts";
import { conflict } from "../../errors/usage.ts";
import type { Attachment } from "../../input/attachment.ts";
import { describeAttached, readAttachments } from "../../input/attachments.ts";
import { buildMessages } from "../../input/conversation.ts";
import { readValue } from "../../input/file.ts";
import { noteFileNames } from "../../input/text.ts";
import { connect, networkOptions, preloadNetwork } from "../../network/connect.ts";
import { ModelPicker, ProviderPicker } from "../../prompts/pick.tsx";
import { formatCost } from "../../terminal/amounts.ts";
import { paintStyled } from "../../terminal/styled.ts";
import { cutText, onOneLine, textWidth } from "../../terminal/width.ts";
import { editorHeight, viewEditor } from "../../ui/editor.ts";
import type { Choice } from "../../ui/list.ts";
import { Picker, type PickerEnding, useSpinner } from "../../ui/picker.tsx";
import { Lines, showScreen, Transcript, useColors, useKeys, useSize, withNotes } from "../../ui/screen.tsx";
import { findPlaceToResume, formatResume, isSandboxed, modelOf } from "./chat-target.ts";
import { ChatController } from "./controller.ts";
import type { ChatOptions } from "./options.ts";
import { ChatSession } from "./session.ts";
import { readQuestions } from "./slash-actions.ts";
import { type AnswerFacts, findChat, formatAge, listChats } from "./store.ts";

/** Milliseconds until modules for the first answer are loaded, while the user types. */
const AFTER_FIRST_FRAME = 100;

/** Opens the chat on the terminal; returns when the user leaves. */
export async function openChat(words: readonly string[], options: ChatOptions, context: Context): Promise<void> {
	const system = options.system === undefined ? options.preset?.system : await readValue(options.system, context);
	const before = options.messages === undefined ? [] : await buildMessages({ file: options.messages }, context);
	// Before the screen opens: missing files are an error of the command line.
	const files = await readFiles(options, context);
	const { resume = false } = options;
	// An empty id, as from an unset variable, means the last chat, not a new one.
	const chat = resume === false ? undefined : findChat(context.env, resume === true ? undefined : resume);
	const resumed = chat && { chat, place: findPlaceToResume(chat, options, context) };
	let controller: ChatController | undefined;
	// While the screen is open, notes appear on it.
	const notes: string[] = [];
	const note = (text: string): void => {
		if (controller) controller.show(`${text}\n`, "quiet");
		else notes.push(text);
	};
	const inner = withNotes(context, note);
	const session = new ChatSession({ ...options, ...(system === undefined ? {} : { system }) }, inner, resumed?.place);
	let preloading: NodeJS.Timeout | undefined;
	const end = (): void => {
		clearTimeout(preloading);
		controller?.close();
		controller = undefined;
	};
	context.defer(end);
	if ((options.mcp ?? options.mcpConfig ?? options.agentServers) !== undefined && options.replay === undefined) {
		const { signInToServers } = await import("../../mcp/toolbox.ts");
		await signInToServers(options, context);
	}
	await showScreen<void>(context, ({ finish }) => {
		controller = new ChatController(session, inner, { isRaw: Boolean(options.raw), leave: finish });
		void begin(controller);
		return <ChatScreen controller={controller} />;
	});
	end();
	if (session.isKept) {
		const line = formatResume(session.id, session.place, session.settings.model);
		context.note(paintStyled(context.colors.stderr.dim, `Continue with: ${line}`));
	}

	async function begin(chat: ChatController): Promise<void> {
		const { bold, dim } = context.colors.stdout;
		chat.greet(`${bold("hub chat")} ${dim("· /help lists the commands · Ctrl-D leaves")}`);
		for (const text of notes) chat.show(text, "quiet");
		if (!isSandboxed(session.place)) preloading = setTimeout(() => void preloadNetwork(), AFTER_FIRST_FRAME);
		if ((options.mcp ?? options.mcpConfig ?? options.agentServers) !== undefined)
			void chat.attempt(() => openTools(chat));
		await chat.attempt(async () => {
			session.continueFrom(before);
			if (before.length > 0) chat.showConversation();
			// Options on the command line override saved settings.
			const model = modelOf(options, session.place);
			if (resumed) chat.resume(resumed.chat, resumed.place, omitUndefined({ model, system }));
			for (const image of options.image ?? []) await chat.attached.addImage(image);
			if (files.length > 0) {
				const attached = await chat.attached.addRead(files, options.file ?? []);
				if (attached.length > 0) chat.show(`${describeAttached(attached)}\n`, "quiet");
			}
			noteFileNames(words, inner);
			if (words.length > 0) await chat.say(words.join(" "));
		});
	}

	/** Starts the tool servers while the user types; the first question waits for them. */
	async function openTools(chat: ChatController): Promise<void> {
		const { openToolbox } = await import("../../mcp/toolbox.ts");
		session.toolbox = openToolbox(options, inner);
		const toolbox = await session.toolbox;
		toolbox.ask = (wanted) => chat.calls.approve(wanted);
		chat.show(`${toolbox.tools.length} tools; /tools lists them.\n`, "quiet");
	}
}

/** Reads the files of `--file`, which go with the first message. */
async function readFiles(options: ChatOptions, context: Context): Promise<Attachment[]> {
	const { file = [] } = options;
	if (file.includes("-")) {
		throw conflict("-f - needs standard input, which the chat reads from.", 'Name a file, or ask with hub -f - "…".');
	}
	const open = async () => (await connect(networkOptions(options), context, readConfig(context))).fetch;
	return await readAttachments(file, open, context);
}

function ChatScreen({ controller }: { controller: ChatController }): ReactNode {
	const [, redraw] = useReducer((count: number) => count + 1, 0);
	const { width, rows } = useSize();
	useEffect(() => controller.watch(redraw), [controller]);
	useEffect(() => controller.resize({ width, rows }), [controller, width, rows]);
	return (
		<Box flexDirection="column">
			<Transcript blocks={controller.scrollback.blocks} />
			<Lines lines={[...controller.scrollback.waiting, ...controller.open]} />
			{controller.dialog ? <ChatDialog controller={controller} /> : <Prompt controller={controller} />}
		</Box>
	);
}

/** Lines of hints below a streaming answer: few, to leave room for it. */
const MAX_HINTS = 4;
/** Columns of a command with its argument. */
const HINT_WIDTH = 20;

function Prompt({ controller }: { controller: ChatController }): ReactNode {
	const { width, rows } = useSize();
	const colors = useColors();
	const { setCursorPosition } = useCursor();
	const { scrollback, open, editor, note, asked, attached, facts, session } = controller;
	const isWaiting = asked !== undefined;
	const seconds = useSeconds(asked, controller.context.now);
	const spinner = useSpinner(isWaiting && open.length === 0);
	useKeys((key) => controller.press(key));

	const cut = (text: string): string => cutText(onOneLine(text), width);
	const above = [
		...(open.length > 0 ? [" "] : []),
		...(isWaiting && open.length === 0 ? [colors.dim(`${spinner} waiting`), " "] : []),
		...(attached.names.length > 0 ? [colors.dim(cut(`with ${attached.names.join(", ")}`))] : []),
	];
	const { lines, x, y } = viewEditor(editor, {
		width,
		height: editorHeight(rows, 6),
		colors,
		placeholder: "Type a message, or /help",
	});
	setCursorPosition({ x, y: scrollback.waiting.length + open.length + above.length + y });
	return <Lines lines={[...above, ...lines, ...viewFoot()]} />;

	function viewFoot(): string[] {
		const menu = controller.menu.items(editor.text);
		const { cursor: menuCursor } = controller.menu;
		const height = Math.max(1, open.length > 0 ? MAX_HINTS : rows - 8);
		// The selected item stays visible.
		const start = Math.max(0, Math.min(menuCursor - height + 1, menu.length - height));
		if (menu.length > 0) {
			const labelWidth = Math.min(width >> 1, Math.max(HINT_WIDTH, ...menu.map(({ label }) => label.length)));
			return menu.slice(start, start + height).map(({ label, aside }, index) => {
				const isMarked = index + start === menuCursor;
				const line = cut(`${isMarked ? "❯" : " "} ${label.padEnd(labelWidth)}${aside && ` ${aside}`}`);
				return isMarked ? colors.cyan(line) : colors.dim(line);
			});
		}
		if (note !== undefined) return [colors.yellow(cut(note))];
		if (!isWaiting) return [colors.dim(viewStatus({ ...session.subject, facts }, width))];
		const elapsed = ` · ${seconds} s · Ctrl-C stops`;
		const status = viewStatus({ ...session.subject, facts: undefined }, Math.max(10, width - elapsed.length));
		return [colors.dim(cut(status + elapsed))];
	}
}

/** Whole seconds since a time; 0 when there is none. */
function useSeconds(since: number | undefined, now: () => number): number {
	const [, redraw] = useReducer((count: number) => count + 1, 0);
	useEffect(() => {
		if (since === undefined) return;
		const timer = setInterval(redraw, 1000);
		return () => clearInterval(timer);
	}, [since]);
	return since === undefined ? 0 : Math.floor((now() - since) / 1000);
}

function ChatDialog({ controller }: { controller: ChatController }): ReactNode {
	const { session, context } = controller;
	const hub = useCallback(async () => (await session.connectHub()).hub, [session]);
	const ending = {
		onPick: (value: string) => void controller.choose(value),
		onLeave: () => void controller.choose(undefined),
	};
	if (controller.dialog === "model") {
		return (
			<ModelPicker task="conversational" provider={session.place.provider} hub={hub} context={context} {...ending} />
		);
	}
	if (controller.dialog === "provider") {
		const { model = "" } = session.subject;
		return <ProviderPicker model={model} task="conversational" hub={hub} context={context} {...ending} />;
	}
	if (controller.dialog === "history") {
		const load = () => readQuestions(context.env).map((text) => ({ value: text, label: onOneLine(text) }));
		return <Chooser title="Say again" load={load} message="No messages yet." {...ending} />;
	}
	return <Chooser title="Which chat?" load={() => chatChoices(context)} {...ending} />;
}

/** Choices that are read once; the message is shown if there are none. */
function Chooser({
	title,
	load,
	message,
	...ending
}: PickerEnding<string> & { title: string; load(): Choice<string>[]; message?: string }): ReactNode {
	const [choices] = useState(load);
	return <Picker title={title} choices={choices} message={choices.length > 0 ? undefined : message} {...ending} />;
}

function chatChoices({ env, now }: Context): Choice<string>[] {
	return listChats(env).map(({ id, title, model, changed }) => {
		return { value: id, label: id, aside: [title, model, formatAge(changed, now())].filter(Boolean).join(" · ") };
	});
}

interface Status {
	model: string | undefined;
	/** Provider, host of the endpoint, or sandbox. */
	place: string;
	/** Of the last answer. */
	facts: AnswerFacts | undefined;
}

/** Model, place, tokens and times on one line; the least important parts are dropped first if there is no room. */
export function viewStatus({ model = "default model", place, facts }: Status, width: number): string {
	const { usage, tokensPerSecond: rate, seconds = 0, cost, costSoFar } = facts ?? {};
	/** In display order, each with the order in which it is dropped. */
	const parts: readonly [text: string | false | undefined, rank: number][] = [
		[model, 0],
		[place, 1],
		[usage && `${usage.prompt_tokens} in`, 4],
		[usage && `${usage.completion_tokens} out`, 3],
		[rate !== undefined && `${rate < 100 ? rate.toFixed(1) : Math.round(rate)} tokens/s`, 5],
		[facts && `${seconds.toFixed(seconds < 1 ? 2 : 1)} s`, 2],
		[cost !== undefined && formatCost(cost), 6],
		[costSoFar !== undefined && costSoFar !== cost && `${formatCost(costSoFar)} so far`, 7],
	];
	/** The parts up to a rank. */
	const join = (most: number, name = model.split("/").at(-1)): string =>
		parts.flatMap(([text, rank]) => (text && rank <= most ? onOneLine((rank === 0 && name) || text) : [])).join(" · ");
	const lines = [join(7, model), ...[7, 6, 5, 4, 3, 2, 1, 0].map((most) => join(most))];
	return cutText(lines.find((line) => textWidth(line) <= width) ?? join(0), width);
}
