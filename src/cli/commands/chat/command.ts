import { Argument } from "@commander-js/extra-typings";
import type { Context } from "../../context.ts";
import { noTerminal, optionConflict } from "../../errors/usage.ts";
import { defineCommand } from "../../options/define-command.ts";
import { isUnattended } from "../../terminal/process-io.ts";
import { findContinued, readContinueId } from "./continue.ts";
import { CHAT_OPTIONS, type ChatOptions } from "./options.ts";

/** `hub chat`: a conversation on the terminal. */
export const createCommand = defineCommand({
	name: "chat",
	description:
		"Opens a conversation on the terminal. Every message is saved at once, so the chat can be continued later.",
	arguments: [new Argument("[prompt...]", "first message")],
	options: CHAT_OPTIONS,
	help: [
		"In the chat: Enter sends; a \\ at the end of the line, Ctrl-J or Alt-Enter begins a new line; up and down recall your",
		"messages, Ctrl-R searches them in all chats; Ctrl-C stops the answer and keeps what has arrived; Ctrl-D leaves.",
		"Commands: /model, /provider, /system, /image, /file, /detach, /edit, /undo, /set, /retry, /copy, /stats, /export, /save, /load, /tools, /mcp, /clear, /help,",
		"/exit. Tab completes them, and arrows move in their menu.",
		"",
		"Chats are saved as JSON lines in HUB_DATA_DIR/chats (default: ~/.local/share/hub/chats), readable by you alone; hub config",
		'set history off turns this off. Of the prompts of hub "…" and hub infer, the last 50 are kept too (hub config',
		'set keep.conversations N). hub -c continues the newest of all, which --resume and --export also know as "last".',
		"",
		"Examples:",
		"  hub chat --sandbox",
		'  hub chat -m meta-llama/Llama-3.1-8B-Instruct -p auto --system "Answer in one sentence"',
		"  hub chat --resume",
		"  hub chat --list",
		"",
		"Fields of --list --json: id, kind (chat or prompt), title, model, place, messages, changed. Of --export ID json: id, created, model, system,",
		"place, messages. place has endpoint, provider, sandbox, direct and router, as far as they apply.",
		"Exit codes: 0 success, 2 wrong usage or no terminal, 130 interrupted",
		"See also:   hub infer --help, hub help environment",
	],
	action: async ([given], { continue: isContinued, ...options }, context, command) => {
		if (!isContinued) return await chat(given, options, context);
		if (options.resume !== undefined) throw optionConflict("--continue", "--resume", "Both name the chat to continue.");
		const { chat: found, words } = findContinued(readContinueId(command), given, context);
		await chat([...words], { ...options, resume: found.id }, context);
	},
});

async function chat(words: string[], given: ChatOptions, context: Context): Promise<void> {
	if ((given.allowAgent ?? given.passEnv) !== undefined) (await import("../../options/grants.ts")).checkGrants(given);
	const options =
		given.agent === undefined ? given : await (await import("../../mcp/agent.ts")).applyAgent(given, context);
	if (options.list || options.search !== undefined)
		return await (await import("./saved-chats.ts")).printChats(words, context, options.search);
	if (options.delete !== undefined)
		return await (await import("./saved-chats.ts")).deleteChat(options.delete, words, context);
	if (options.export !== undefined)
		return await (await import("./saved-chats.ts")).exportChat(options.export, words, context);
	if (!context.isInteractive) {
		const { env, flags, stdout } = context;
		const reason = isUnattended(env) ? " (CI is set)" : flags.input ? "" : " and may not ask with --no-input";
		const isDumb = env["TERM"] === "dumb" && stdout.isTTY;
		throw noTerminal(
			isDumb ? "hub chat does not work with TERM=dumb." : `hub chat needs a terminal${reason}.`,
			'In scripts, use hub infer: hub infer --task chat "…"',
		);
	}
	if (options.tokenStdin) {
		const problem = "--token-stdin needs standard input, which the chat reads from.";
		throw noTerminal(problem, "Set HF_TOKEN, or run hub login.");
	}
	const { openChat } = await import("./open.tsx");
	if (!options.pick) return await openChat(words, options, context);
	const { pickMissing, reportCommand } = await import("../../prompts/fill-in.tsx");
	const picked = await pickMissing(options, context, "conversational");
	reportCommand("chat", words, picked, context);
	await openChat(words, picked, context);
}
