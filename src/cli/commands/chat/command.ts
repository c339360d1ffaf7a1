import type { Command } from "commander";
import type { Context } from "../../context.ts";
import { noTerminal } from "../../errors/usage.ts";
import { buildCommand } from "../../options/add-options.ts";
import { isUnattended } from "../../terminal/process-io.ts";
import PAGE from "./command.json" with { type: "json" };
import type { ChatOptions } from "./session.ts";

/** `hub chat`: a conversation on the terminal. */
export function createCommand(context: Context): Command {
	return buildCommand(PAGE).action((words: string[], options: ChatOptions) => chat(words, options, context));
}

async function chat(words: string[], given: ChatOptions, context: Context): Promise<void> {
	if ((given.allowAgent ?? given.passEnv) !== undefined) (await import("../../options/grants.ts")).checkGrants(given);
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
