import { Box, useCursor } from "ink";
import { type ReactNode, useCallback, useEffect, useReducer, useState } from "react";
import { defined } from "../../../base/json.ts";
import type { Context } from "../../context.ts";
import { buildMessages } from "../../input/conversation.ts";
import { readValue } from "../../input/file.ts";
import { noteFileNames } from "../../input/text.ts";
import { preloadNetwork } from "../../network/connect.ts";
import { splitModel } from "../../options/provider.ts";
import { ModelPicker, ProviderPicker } from "../../prompts/pick.tsx";
import { formatCost } from "../../terminal/amounts.ts";
import { sanitize } from "../../terminal/sanitize.ts";
import { cutText, onOneLine, textWidth } from "../../terminal/width.ts";
import { editorHeight, viewEditor } from "../../ui/editor.ts";
import type { Choice } from "../../ui/list.ts";
import { Picker, type PickerEnding, useSpinner } from "../../ui/picker.tsx";
import { Lines, showScreen, Transcript, useColors, useKeys, useSize, withNotes } from "../../ui/screen.tsx";
import { ChatController } from "./controller.ts";
import { findPlaceToResume, formatResume, isSandboxed, type Place } from "./place.ts";
import { type ChatOptions, ChatSession } from "./session.ts";
import { readQuestions } from "./slash-actions.ts";
import { type AnswerFacts, findChat, formatAge, listChats, type SavedChat } from "./store.ts";

/** Milliseconds until modules for the first answer are loaded, while the user types. */
const AFTER_FIRST_FRAME = 100;

/** Opens the chat on the terminal; returns when the user leaves. */
export async function openChat(words: readonly string[], options: ChatOptions, context: Context): Promise<void> {
	const system = options.system === undefined ? options.preset?.system : await readValue(options.system, context);
	const before = options.messages === undefined ? [] : await buildMessages({ file: options.messages }, context);
	const resumed = findResumed(options, context);
	let controller: ChatController | undefined;
	// While the screen is open, notes appear on it.
	const notes: string[] = [];
	const note = (text: string): void => {
		if (controller) controller.show(`${text}\n`, "quiet");
		else notes.push(text);
	};
	const inner = withNotes(context, note);
	const session = new ChatSession({ ...options, ...(system === undefined ? {} : { system }) }, inner);
	let preloading: NodeJS.Timeout | undefined;
	const end = (): void => {
		clearTimeout(preloading);
		controller?.close();
		controller = undefined;
	};
	context.defer(end);
	await showScreen<void>(context, ({ finish }) => {
		controller = new ChatController(session, inner, { isRaw: Boolean(options.raw), leave: finish });
		void begin(controller);
		return <ChatScreen controller={controller} />;
	});
	end();
	if (session.isKept) {
		const line = formatResume(session.id, session.place, session.settings.model);
		context.note(context.colors.stderr.dim(`Continue with: ${sanitize(line)}`));
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
			if (resumed)
				chat.resume(
					resumed.chat,
					resumed.place,
					defined({ model: splitModel(options.model, options.provider).model, system }),
				);
			for (const image of options.image ?? []) await chat.attached.addImage(image);
			noteFileNames(words, inner);
			if (words.length > 0) await chat.say(words.join(" "));
		});
	}

	/** Starts the servers of tools while the user types; the first question waits for them. */
	async function openTools(chat: ChatController): Promise<void> {
		const { openToolbox } = await import("../../mcp/toolbox.ts");
		session.toolbox = openToolbox(options, inner);
		const toolbox = await session.toolbox;
		toolbox.ask = (wanted) => chat.calls.approve(wanted);
		chat.show(`${toolbox.tools.length} tools; /tools lists them.\n`, "quiet");
	}
}

/** Returns the chat of `--resume`, and where to continue it. */
function findResumed(options: ChatOptions, context: Context): { chat: SavedChat; place: Place } | undefined {
	const { resume } = options;
	if (resume === undefined || resume === false) return undefined;
	const chat = findChat(context.env, resume === true ? undefined : resume);
	return { chat, place: findPlaceToResume(chat, options, context) };
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
		return <Chooser title="Say again" load={() => questionChoices(context)} message="No messages yet." {...ending} />;
	}
	return <Chooser title="Which chat?" load={() => chatChoices(context)} {...ending} />;
}

/** Choices that are read once; the message stands in place of none. */
function Chooser({
	title,
	load,
	message,
	...ending
}: PickerEnding<string> & { title: string; load(): Choice<string>[]; message?: string }): ReactNode {
	const [choices] = useState(load);
	return <Picker title={title} choices={choices} message={choices.length > 0 ? undefined : message} {...ending} />;
}

/** Messages from all chats, to send again. */
function questionChoices({ env }: Context): Choice<string>[] {
	return readQuestions(env).map((text) => ({ value: text, label: onOneLine(text) }));
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
export function viewStatus({ model, place, facts }: Status, width: number): string {
	const usage = facts?.usage;
	const rate = facts?.tokensPerSecond;
	const speed = rate !== undefined && rate < 100 ? rate.toFixed(1) : String(Math.round(rate ?? 0));
	const name = model ?? "default model";
	/** In the order in which they stand, with the order in which they go. */
	const parts: { text: string; short?: string; rank: number }[] = [
		{ text: name, short: name.split("/").at(-1) ?? name, rank: 0 },
		{ text: place, rank: 1 },
		...(usage
			? [
					{ text: `${usage.prompt_tokens} in`, rank: 4 },
					{ text: `${usage.completion_tokens} out`, rank: 3 },
				]
			: []),
		...(rate === undefined ? [] : [{ text: `${speed} tokens/s`, rank: 5 }]),
		...(facts ? [{ text: `${facts.seconds.toFixed(facts.seconds < 1 ? 2 : 1)} s`, rank: 2 }] : []),
		...(facts?.cost === undefined ? [] : [{ text: formatCost(facts.cost), rank: 6 }]),
		...(facts?.costSoFar === undefined || facts.costSoFar === facts.cost
			? []
			: [{ text: `${formatCost(facts.costSoFar)} so far`, rank: 7 }]),
	];
	const join = (): string => parts.map(({ text }) => onOneLine(text)).join(" · ");
	if (textWidth(join()) > width && parts[0]) parts[0].text = parts[0].short ?? parts[0].text;
	while (textWidth(join()) > width && parts.length > 1) {
		const least = Math.max(...parts.map(({ rank }) => rank));
		parts.splice(
			parts.findIndex(({ rank }) => rank === least),
			1,
		);
	}
	return cutText(join(), width);
}
