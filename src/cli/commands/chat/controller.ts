import type { Context } from "../../context.ts";
import { describeError } from "../../errors/report.ts";
import { noChat } from "../../errors/usage.ts";
import { question, wholeText } from "../../terminal/question.ts";
import { sanitize } from "../../terminal/sanitize.ts";
import { onOneLine, wrapKeepingIndent } from "../../terminal/width.ts";
import { AnswerLines, addLines, EMPTY_SCROLLBACK } from "../../ui/answer-lines.ts";
import {
	clearEditor,
	createEditor,
	type EditorState,
	edit,
	editorWidth,
	FoldedPastes,
	setText,
} from "../../ui/editor.ts";
import { terminalSize } from "../../ui/ink-output.ts";
import type { Key } from "../../ui/keys.ts";
import { askInChat, CallView } from "./call-view.ts";
import { type ChatTarget, findPlaceToResume, namePlace } from "./chat-target.ts";
import {
	completeDraft,
	createKnownModels,
	formatSlashHelp,
	type KnownModels,
	Menu,
	readSlashCommand,
	type SlashCommand,
} from "./menu.ts";
import { describeStop } from "./run-endings.ts";
import type { ChatSession } from "./session.ts";
import {
	Attached,
	changeSetting,
	copyAnswer,
	describeStats,
	formatQuestion,
	saveChat,
	setParameter,
	undoExchange,
	writeConversation,
	writeMessage,
} from "./slash-actions.ts";
import {
	type AnswerFacts,
	type ChatSettings,
	type ChatSummary,
	findChat,
	listChats,
	readText,
	type SavedChat,
} from "./store.ts";

/** List shown in place of the editor. */
type Dialog = "model" | "provider" | "chat" | "history";

/** Lines below the open block: editor, its blank lines, status. */
const OTHER_ROWS = 8;
/** Pause between two frames of an answer, in milliseconds. */
const FRAME_TIME = 33;
/** Within this time a second Ctrl-C leaves, in milliseconds. */
const TWICE = 2000;

/** The actions of keys and commands in the chat. It draws nothing, and notifies its listener of changes. */
export class ChatController {
	scrollback = EMPTY_SCROLLBACK;
	/** Lines of the answer that may still change. */
	open: readonly string[] = [];
	editor: EditorState = createEditor();
	/** A message about the last action, until the next key. */
	note: string | undefined;
	dialog: Dialog | undefined;
	/** When the pending answer was requested; undefined if none is. */
	asked: number | undefined;
	facts: AnswerFacts | undefined;
	readonly attached: Attached;
	readonly calls: CallView;
	readonly menu: Menu;

	private readonly models: KnownModels;
	private size: { width: number; rows: number };
	private answer: AnswerLines | undefined;
	private stop: AbortController | undefined;
	private timer: NodeJS.Timeout | undefined;
	private interrupted = 0;
	/** Takes the answer to a question of yes or no. */
	private confirm: ((isYes: boolean) => void) | undefined;
	private readonly pastes = new FoldedPastes();
	private readonly watchers = new Set<() => void>();

	readonly session: ChatSession;
	readonly context: Context;
	private readonly isRaw: boolean;
	private readonly leave: () => void;

	constructor(session: ChatSession, context: Context, { isRaw, leave }: { isRaw: boolean; leave: () => void }) {
		this.session = session;
		this.context = context;
		// An earlier conversation is laid out before the first frame.
		const { columns, rows } = terminalSize(context.stdout);
		this.size = { width: Math.max(1, columns - 1), rows };
		this.attached = new Attached(session, context);
		this.calls = new CallView(this);
		let chats: readonly ChatSummary[] | undefined;
		this.models = createKnownModels(session, context, () => this.changed());
		this.menu = new Menu({
			models: () => this.models.list(),
			chats: () => {
				chats ??= listChats(context.env);
				return chats;
			},
		});
		this.isRaw = isRaw;
		this.leave = leave;
	}

	/** Calls the watcher on every change. Returns a function that removes it. */
	watch(watcher: () => void): () => void {
		this.watchers.add(watcher);
		return () => this.watchers.delete(watcher);
	}

	resize(size: { width: number; rows: number }): void {
		if (size.width === this.size.width && size.rows === this.size.rows) return;
		this.size = size;
		this.answer?.resize({ width: size.width, tallest: this.tallest });
		this.drawAnswer();
	}

	press(key: Key): void {
		if (this.calls.press(key)) return;
		if (this.confirm) {
			this.confirm(key.text.toLowerCase() === "y");
			this.confirm = undefined;
			this.setNote(undefined);
			return;
		}
		const earlierNote = this.note;
		this.note = undefined;
		const isEmpty = this.editor.text === "";
		if (key.name === "ctrl-c") void this.interrupt();
		else if (key.name === "ctrl-d" && isEmpty) this.end();
		else if (key.name === "enter") this.enter();
		else if (key.name === "tab" && isEmpty && this.calls.showLast) this.calls.showLast();
		else if (key.name === "tab") this.complete();
		else if (key.name === "ctrl-r" && this.asked === undefined) this.dialog = "history";
		else if (key.name === "escape") this.note = undefined;
		else if (!this.menu.move(this.editor.text, key)) {
			const next = edit(this.editor, this.pastes.fold(key), editorWidth(this.size.width));
			if (!next) this.note = earlierNote;
			this.editor = next ?? this.editor;
		}
		this.models.suggestFor(this.editor.text);
		this.changed();
	}

	/** Shows a text that stays; `quiet` for notes about the chat. */
	show(text: string, look: "quiet" | "error" | "plain" = "plain"): void {
		const { dim, red } = this.context.colors.stdout;
		const style = { quiet: dim, error: red, plain: (line: string) => line }[look];
		const lines = sanitize(text).split("\n");
		const wrapped = lines.flatMap((line) => (line.trim() === "" ? [""] : wrapKeepingIndent(line, this.size.width)));
		this.print(wrapped.map((line) => line && style(line)));
	}

	/** Shows a message about the last action; undefined removes it. */
	setNote(note: string | undefined): void {
		this.note = note;
		this.changed();
	}

	/** Leaves; a partial answer stays on the screen. */
	private end(): void {
		this.endAnswer();
		this.leave();
	}

	/** Aborts running work, because the user has left. */
	close(): void {
		clearTimeout(this.timer);
		this.models.stop();
		this.stop?.abort();
	}

	greet(line: string): void {
		this.print([line, ""]);
	}

	/** Shows the earlier messages as they were first drawn. */
	showConversation(): void {
		const known: string[] = [];
		for (const { role, content } of this.session.messages) {
			const text = readText(content);
			if (role === "user") {
				known.push(text);
				this.showQuestion(text);
			} else if (role === "assistant" && text !== "") {
				const lines = this.createAnswer();
				lines.push(text);
				lines.end();
				this.print([...lines.take(), ""]);
			}
		}
		this.editor = { ...createEditor([...this.editor.history, ...known]), text: this.editor.text };
		this.changed();
	}

	/** Runs the user's command after a confirmation; its output goes with the next message. */
	private async runCommand(command: string): Promise<void> {
		const isAllowed = await new Promise<boolean>((answer) => {
			this.confirm = answer;
			askInChat(this, question`Run ${wholeText(command)}?`, question`y runs it · any other key does not`);
		});
		this.show(`${isAllowed ? await this.attached.addOutput(command) : "Not run."}\n`, "quiet");
	}

	async say(text: string): Promise<void> {
		if (text.includes("@")) await this.attached.addNamed(text);
		this.showQuestion([text, ...this.attached.names.map((name) => `[${name}]`)].join(text ? "\n" : ""));
		this.session.say(this.attached.take(text));
		await this.ask();
	}

	/** Called when a dialog closes. */
	async choose(value: string | undefined): Promise<void> {
		const { dialog } = this;
		this.dialog = undefined;
		this.changed();
		if (value === undefined || dialog === undefined) return;
		if (dialog === "history") {
			this.editor = setText(this.editor, value);
			return this.changed();
		}
		await this.attempt(() => this.run({ name: dialog === "chat" ? "load" : dialog, argument: value }));
	}

	private enter(): void {
		this.editor = this.pastes.open(this.editor) ?? this.editor;
		const { text, cursor } = this.editor;
		if (text.endsWith("\\") && cursor === text.length) {
			this.editor = setText(this.editor, `${text.slice(0, -1)}\n`);
			return;
		}
		if (text.trim() === "" && this.attached.names.length === 0) return;
		if (this.asked !== undefined) {
			this.note = "The answer is still coming; Ctrl-C stops it.";
			return;
		}
		const item = this.menu.choose(text);
		if (item) this.editor = setText(this.editor, item.text);
		// An argument has to follow.
		if (item && !item.isWhole) return;
		const line = this.editor.text.trim();
		this.editor = clearEditor(this.editor);
		void this.attempt(async () => {
			if (line.startsWith("!")) return await this.runCommand(line.slice(1).trim());
			const command = readSlashCommand(line);
			if (!command) return await this.say(line);
			this.print([this.context.colors.stdout.dim(`❯ ${sanitize(line)}`)]);
			await this.run(command);
		});
	}

	private complete(): void {
		const completed = completeDraft(this.editor, this.pastes, this.context);
		const item = completed ? undefined : this.menu.take(this.editor.text);
		if (item) this.editor = setText(this.editor, item.text);
		this.editor = completed?.editor ?? this.editor;
		this.note = completed?.note ?? this.note;
	}

	private async interrupt(): Promise<void> {
		if (this.stop) {
			// Tool calls first, then the answer.
			const toolbox = await this.session.toolbox?.catch(() => undefined);
			if (!toolbox?.stopCalls()) this.stop?.abort();
			return;
		}
		if (this.editor.text !== "") {
			this.editor = clearEditor(this.editor);
			return;
		}
		const now = this.context.now();
		if (now - this.interrupted < TWICE) this.leave();
		this.interrupted = now;
		this.note = "Press Ctrl-C again to leave, or Ctrl-D.";
	}

	/** The action of each command; a returned text is a message about the result. */
	private readonly actions: Readonly<Record<SlashCommand["name"], (argument: string) => unknown>> = {
		help: () => formatSlashHelp(this.size.width),
		exit: () => this.leave(),
		model: (id) => (id === "" ? this.openDialog("model") : changeSetting(this.session, "model", id)),
		provider: (id) => (id === "" ? this.openDialog("provider") : changeSetting(this.session, "provider", id)),
		system: (text) => changeSetting(this.session, "system", text),
		image: (path) => this.attached.change("image", path),
		file: (path) => this.attached.change("file", path),
		detach: () => this.attached.change("detach", ""),
		edit: (text) => {
			const last = text === "" ? this.session.undo() : undefined;
			this.editor = setText(this.editor, writeMessage(last ? readText(last.content) : text, this.context));
			this.changed();
		},
		undo: () => undoExchange(this.session),
		set: (parameter) => setParameter(this.session, parameter, this.context),
		copy: (part) => copyAnswer(this.session.messages, part, this.context),
		stats: () => describeStats(this.session, this.facts),
		export: (path) => `Written to ${writeConversation(this.session, path, this.context)}`,
		retry: async () => {
			if (!this.session.retry()) throw noChat("Nothing to retry yet.");
			this.print([""]);
			await this.ask();
		},
		save: (name) => saveChat(this.session, name, this.context),
		load: (id) => this.load(id),
		tools: (pattern) => this.calls.run("tools", pattern),
		mcp: () => this.calls.run("mcp", ""),
		clear: () => {
			this.session.clear();
			this.facts = undefined;
			return "Started a new chat. The one before is saved.";
		},
	};

	private async run({ name, argument }: SlashCommand): Promise<void> {
		const message = await this.actions[name](argument);
		if (typeof message === "string") this.show(`${message}\n`, "quiet");
	}

	private openDialog(dialog: Dialog): void {
		this.dialog = dialog;
		this.changed();
	}

	private load(word: string): void {
		if (word === "") {
			if (listChats(this.context.env).length === 0) throw noChat("No saved chats yet.");
			this.openDialog("chat");
		} else this.resume(findChat(this.context.env, word));
	}

	/** Continues a saved chat and shows it; by default where it started. */
	resume(
		chat: SavedChat,
		place: ChatTarget = findPlaceToResume(chat, {}, this.context),
		settings: ChatSettings = {},
	): void {
		this.session.load(chat, place, settings);
		this.facts = undefined;
		this.show(`Continuing ${this.session.id}. This chat runs on: ${namePlace(place)}\n`, "quiet");
		this.showConversation();
	}

	private async ask(): Promise<void> {
		const stop = new AbortController();
		this.stop = stop;
		this.asked = this.context.now();
		this.facts = undefined;
		this.answer = this.createAnswer();
		this.changed();
		const signal = AbortSignal.any([stop.signal, this.context.signal]);
		try {
			this.facts = await this.session.answer(signal, (piece) => {
				if (piece.type === "tool-call") return this.endAnswer();
				if (piece.type === "tool-result") return void this.calls.showCall(piece);
				this.answer ??= this.createAnswer();
				this.answer.push(piece.text, piece.type === "reasoning");
				this.timer ??= setTimeout(() => this.drawAnswer(), FRAME_TIME);
			});
			this.endAnswer();
			const stop = describeStop(this.facts.finishReason);
			if (stop !== undefined) this.show(`${stop}\n`, "quiet");
		} catch (error) {
			this.endAnswer();
			if (!stop.signal.aborted) throw error;
			this.show("Stopped.\n", "quiet");
		} finally {
			this.stop = undefined;
			this.asked = undefined;
			this.changed();
		}
	}

	private createAnswer(): AnswerLines {
		const { tallest, isRaw, context } = this;
		return new AnswerLines({ width: this.size.width, tallest, colors: context.colors.stdout, isRaw });
	}

	private get tallest(): number {
		return Math.max(1, this.size.rows - OTHER_ROWS);
	}

	private drawAnswer(): void {
		clearTimeout(this.timer);
		this.timer = undefined;
		if (this.answer) {
			const finished = this.answer.take();
			this.open = this.answer.open();
			this.print(finished);
		}
		this.changed();
	}

	private endAnswer(): void {
		this.answer?.end();
		const hadText = this.open.length > 0 || this.answer !== undefined;
		this.drawAnswer();
		this.answer = undefined;
		this.open = [];
		if (hadText) this.print([""]);
	}

	private showQuestion(text: string): void {
		this.print([...formatQuestion(text, this.size.width, this.context.colors.stdout), ""]);
	}

	private print(lines: readonly string[]): void {
		if (lines.length === 0) return;
		this.scrollback = addLines(this.scrollback, lines);
		this.changed();
	}

	/** Runs an action; an error is shown, and the chat continues. */
	async attempt(work: () => Promise<void> | void): Promise<void> {
		try {
			await work();
		} catch (error) {
			if (this.context.signal.aborted) return;
			const { message, hint } = describeError(error, this.context);
			this.show(onOneLine(message.slice(0, 4_000)).slice(0, 600), "error");
			this.show(hint ? `${hint}\n` : "", "quiet");
		}
	}

	private changed(): void {
		for (const watcher of this.watchers) watcher();
	}
}
