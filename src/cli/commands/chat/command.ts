import type { Command } from "commander";
import type { Context } from "../../context.ts";
import { noTerminal, optionConflict } from "../../errors/usage.ts";
import { buildCommand } from "../../options/add-options.ts";
import { isUnattended } from "../../terminal/process-io.ts";
import PAGE from "./command.json" with { type: "json" };
import { findContinued, readContinueId } from "./continue.ts";
import type { ChatOptions } from "./session.ts";

/** `hub chat`: a conversation on the terminal. */
export function createCommand(context: Context): Command {
	const command = buildCommand(PAGE);
	return command.action((given: string[], { continue: isContinued, ...options }: ChatOptions) => {
		if (!isContinued) return chat(given, options, context);
		if (options.resume !== undefined) throw optionConflict("--continue", "--resume", "Both say which chat goes on.");
		const { chat: found, words } = findContinued(readContinueId(command), given, context);
		return chat([...words], { ...options, resume: found.id }, context);
	});
}

async function chat(words: string[], given: ChatOptions, context: Context): Promise<void> {
	const options =
		given.agent === undefined ? given : await (await import("../../mcp/agent.ts")).applyAgent(given, context);
	if (options.list || options.search !== undefined)
		return await (await import("./saved-chats.ts")).printChats(words, context, options.search);
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
