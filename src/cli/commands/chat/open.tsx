import type { Context } from "../../context.ts";
import { buildMessages } from "../../input/conversation.ts";
import { readValue } from "../../input/file.ts";
import { noteFileNames } from "../../input/text.ts";
import { preloadNetwork } from "../../network/connect.ts";
import { splitModel } from "../../options/provider.ts";
import { sanitize } from "../../terminal/sanitize.ts";
import { showScreen, withNotes } from "../../ui/screen.tsx";
import { ChatController } from "./controller.ts";
import { findPlaceToResume, formatResume, isSandboxed, type Place } from "./place.ts";
import { ChatScreen } from "./screen.tsx";
import { type ChatOptions, ChatSession } from "./session.ts";
import { type ChatSettings, findChat, type SavedChat } from "./store.ts";

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
			if (resumed) chat.resume(resumed.chat, resumed.place, givenSettings(options, system));
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

function givenSettings(options: ChatOptions, system: string | undefined): ChatSettings {
	const { model } = splitModel(options.model, options.provider);
	return { ...(model === undefined ? {} : { model }), ...(system === undefined ? {} : { system }) };
}
