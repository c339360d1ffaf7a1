import { Command, Option } from "commander";
import type { Context } from "../../context.ts";
import { UsageError } from "../../errors/usage.ts";
import { addOptions, type OptionGroups } from "../../options/add-options.ts";
import {
	CONVERSATION_OPTIONS,
	GENERATION_OPTIONS,
	MCP_OPTIONS,
	RECORDING_AND_LOG_OPTIONS,
	TARGET_OPTIONS,
} from "../../options/model.ts";
import { isUnattended } from "../../terminal/process-io.ts";
import type { ChatOptions } from "./session.ts";

/** `hub chat`: a conversation on the terminal. */
export function createCommand(context: Context): Command {
	const command = new Command("chat")
		.description(
			"Opens a conversation on the terminal. Every message is saved at once, so the chat can be continued later.",
		)
		.argument("[prompt...]", "first message");
	const groups: OptionGroups = {
		"Model and provider:": TARGET_OPTIONS,
		"Conversation:": [
			new Option("--resume [id]", "continue a saved chat, by its id or the beginning of it (default: the last one)"),
			new Option("--list", "list the saved chats"),
			new Option("--search <text>", "list those whose messages contain every word"),
			new Option("--export <id>", "print a saved chat: as Markdown, or as JSON with --export ID json"),
			...CONVERSATION_OPTIONS,
			new Option("--raw", "plain text, without markdown"),
		],
		"Generation:": GENERATION_OPTIONS,
		"Tools:": MCP_OPTIONS,
		"Record and log:": RECORDING_AND_LOG_OPTIONS,
	};
	return addOptions(command, groups)
		.addHelpText(
			"after",
			`
In the chat: Enter sends; a \\ at the end of the line, Ctrl-J or Alt-Enter begins a new line; up and down recall your
messages, Ctrl-R searches them in all chats; Ctrl-C stops the answer and keeps what has arrived; Ctrl-D leaves.
Commands: /model, /provider, /system, /image, /file, /detach, /edit, /undo, /set, /retry, /copy, /stats, /export, /save, /load, /tools, /mcp, /clear, /help,
/exit. Tab completes them, and arrows move in their menu.

Chats are saved as JSON lines in HUB_DATA_DIR/chats (default: ~/.local/share/hub/chats), readable by you alone; hub config
set history off turns this off. Of the prompts of hub "…" and hub infer on a terminal, the last 50 are kept too (hub config
set keep.conversations N). hub -c continues the newest of all, which --resume and --export also know as "last".

Examples:
  hub chat --sandbox
  hub chat -m meta-llama/Llama-3.1-8B-Instruct -p auto --system "Answer in one sentence"
  hub chat --resume
  hub chat --list

Fields of --list --json: id, kind (chat or prompt), title, model, place, messages, changed. Of --export ID json: id, created, model, system,
place, messages. place has endpoint, provider, sandbox, direct and router, as far as they apply.
Exit codes: 0 success, 2 wrong usage or no terminal, 130 interrupted
See also:   hub infer --help, hub help environment`,
		)
		.action((words: string[], options: ChatOptions) => chat(words, options, context));
}

/** Explains why a terminal cannot be used. */
function whyNot({ env, flags }: Context): string {
	if (isUnattended(env)) return " (CI is set)";
	if (!flags.input) return " and may not ask with --no-input";
	return "";
}

async function chat(words: string[], given: ChatOptions, context: Context): Promise<void> {
	const options =
		given.agent === undefined ? given : await (await import("../../mcp/agent.ts")).applyAgent(given, context);
	if (options.list || options.search !== undefined)
		return await (await import("./saved-chats.ts")).printChats(words, context, options.search);
	if (options.export !== undefined)
		return await (await import("./saved-chats.ts")).exportChat(options.export, words, context);
	if (!context.isInteractive) {
		throw new UsageError(
			context.env["TERM"] === "dumb" && context.stdout.isTTY
				? "hub chat does not work with TERM=dumb."
				: `hub chat needs a terminal${whyNot(context)}.`,
			'In scripts, use hub infer: hub infer --task chat "…"',
			"no-terminal",
		);
	}
	if (options.tokenStdin) {
		throw new UsageError(
			"--token-stdin needs standard input, which the chat reads from.",
			"Set HF_TOKEN, or run hub login.",
			"no-terminal",
		);
	}
	const { openChat } = await import("./open.tsx");
	if (!options.pick) return await openChat(words, options, context);
	const { pickMissing, reportCommand } = await import("../../prompts/fill-in.tsx");
	const picked = await pickMissing(options, context, "conversational");
	reportCommand("chat", words, picked, context);
	await openChat(words, picked, context);
}
