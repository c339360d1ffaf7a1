import { Argument } from "@commander-js/extra-typings";
import { readBuiltFile } from "../../files/read-bounded.ts";
import { defineCommand } from "../../options/define-command.ts";

const SHELLS = ["bash", "zsh", "fish"] as const;

/**
 * `hub completion`: a script by which a shell calls `hub __complete`. It contains no words itself, so new commands and
 * providers are completed at once.
 */
export const createCommand = defineCommand({
	name: "completion",
	description:
		"Prints a script that has the shell complete commands, flags, tasks, providers, libraries, files, and models that hub models has shown before.",
	arguments: [new Argument("<shell>", "for which shell").choices(SHELLS)],
	help: [
		"Examples (each takes effect in new shells):",
		"  hub completion bash >> ~/.bashrc",
		"  hub completion zsh >> ~/.zshrc       # after the line with compinit",
		"  mkdir -p ~/.config/fish/completions && hub completion fish > ~/.config/fish/completions/hub.fish",
		"",
		"Exit codes: 0 success, 2 wrong usage",
		"See also:   hub help environment",
	],
	action: ([shell], _options, context) => context.print(readBuiltFile(import.meta.dirname, `hub.${shell}`).toString()),
});
