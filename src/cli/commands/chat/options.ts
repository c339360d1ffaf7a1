import { Option } from "@commander-js/extra-typings";
import type { CostOptions } from "../../call-target/cost-limit.ts";
import type { TargetOptions } from "../../call-target/target.ts";
import type { InferInput } from "../../input/args.ts";
import type { McpOptions } from "../../mcp/servers.ts";
import type { OptionGroups, OptionValues } from "../../options/define-command.ts";
import type { GlobalOptions } from "../../options/global-options.ts";
import { number } from "../../options/parsers.ts";
import * as shared from "../../options/shared-options.ts";

/** Options of `hub chat`. */
export const CHAT_OPTIONS = {
	"Model and provider:": [...shared.model, ...shared.needs, ...shared.pick, ...shared.endpoint, ...shared.billTo],
	"Conversation:": [
		new Option("--resume [id]", "continue a saved chat, by its id or the beginning of it (default: the last one)"),
		new Option("-c, --continue", "the same; other words after it are the first message"),
		new Option("--list", "list the saved chats"),
		new Option("--search <text>", "list those whose messages contain every word"),
		new Option("--delete <id>", "remove a saved chat, by its id"),
		new Option("--export <id>", "print a saved chat: as Markdown, or as JSON with --export ID json"),
		...shared.file,
		...shared.conversation,
		new Option("--raw", "plain text, without markdown"),
		new Option("--deadline <seconds>", "maximum time for an answer, with its tool calls; 0 for no limit").argParser(
			number("seconds", 0),
		),
	],
	"Generation:": [...shared.sampling, ...shared.tuning, ...shared.params],
	"Tools:": [...shared.mcp],
	"Record and log:": [...shared.recording, ...shared.log],
} as const satisfies OptionGroups;

/** Values of the options of a command that makes calls, and continues conversations. */
export type CallOptionValues<Groups extends OptionGroups> = Partial<Omit<OptionValues<Groups>, "continue">> &
	GlobalOptions &
	TargetOptions &
	InferInput &
	McpOptions &
	CostOptions & {
		/** Continue a saved conversation; a string is the word after the flag, which may be its id. */
		continue?: boolean | string;
	};

export type ChatOptions = CallOptionValues<typeof CHAT_OPTIONS>;
