import type { Context } from "../../context.ts";
import { readValue } from "../../input/file.ts";
import { buildMessages } from "../../input/messages.ts";
import { sanitize } from "../../terminal/sanitize.ts";
import { showScreen, withRemarks } from "../../ui/screen.tsx";
import { ChatController } from "./controller.ts";
import { ChatScreen } from "./screen.tsx";
import { type ChatOptions, ChatSession } from "./session.ts";
import { findChat } from "./store.ts";

/** Opens the chat on the terminal; returns when the user leaves. */
export async function openChat(words: readonly string[], options: ChatOptions, context: Context): Promise<void> {
	const system = options.system === undefined ? undefined : await readValue(options.system, context);
	const before = options.messages === undefined ? [] : await buildMessages({ file: options.messages }, context);
	const resumed =
		options.resume === undefined || options.resume === false
			? undefined
			: findChat(context.env, options.resume === true ? undefined : options.resume);
	let controller: ChatController | undefined;
	// While the screen is there, remarks belong on it.
	const notes: string[] = [];
	const note = (text: string): void => {
		if (controller) controller.show(`${text}\n`, "quiet");
		else notes.push(text);
	};
	const inner = withRemarks(context, note);
	const session = new ChatSession({ ...options, ...(system === undefined ? {} : { system }) }, inner);
	const end = (): void => {
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
		context.note(context.colors.stderr.dim(`Continue with: hub chat --resume ${sanitize(session.id)}`));
	}

	async function begin(chat: ChatController): Promise<void> {
		const { bold, dim } = context.colors.stdout;
		chat.greet(`${bold("hub chat")} ${dim("· /help lists the commands · Ctrl-D leaves")}`);
		for (const text of notes) chat.show(text, "quiet");
		await chat.attempt(async () => {
			session.continueFrom(before);
			if (before.length > 0) chat.showConversation();
			if (resumed) {
				chat.resume(resumed);
				// What the command line says wins over what was saved.
				session.choose(givenSettings(options, system));
			}
			for (const image of options.image ?? []) await chat.addPicture(image);
			if (words.length > 0) await chat.say(words.join(" "));
		});
	}
}

function givenSettings({ model, provider }: ChatOptions, system: string | undefined): Record<string, string> {
	const given = { model, provider, system };
	return Object.fromEntries(Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
