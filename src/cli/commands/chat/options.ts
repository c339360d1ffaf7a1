import { Option } from "@commander-js/extra-typings";
import type { InferInput } from "../../input/args.ts";
import type { McpOptions } from "../../mcp/servers.ts";
import type { OptionGroups, OptionValues } from "../../options/define-command.ts";
import type { GlobalOptions } from "../../options/global-options.ts";
import * as shared from "../../options/shared-options.ts";
import type { TargetOptions } from "../../target/target.ts";

/** Options of `hub chat`. */
export const CHAT_OPTIONS = {
	"Model and provider:": [...shared.model, ...shared.needs, ...shared.pick, ...shared.endpoint, ...shared.billTo],
	"Conversation:": [
		new Option("--resume [id]", "continue a saved chat, by its id or the beginning of it (default: the last one)"),
		new Option("--list", "list the saved chats"),
		new Option("--search <text>", "list those whose messages contain every word"),
		new Option("--export <id>", "print a saved chat: as Markdown, or as JSON with --export ID json"),
		...shared.conversation,
		new Option("--raw", "plain text, without markdown"),
	],
	"Generation:": [...shared.sampling, ...shared.tuning, ...shared.params],
	"Tools:": [...shared.mcp],
	"Record and log:": [...shared.recording, ...shared.log],
} as const satisfies OptionGroups;

export type ChatOptions = Partial<OptionValues<typeof CHAT_OPTIONS>> &
	GlobalOptions &
	TargetOptions &
	InferInput &
	McpOptions;
