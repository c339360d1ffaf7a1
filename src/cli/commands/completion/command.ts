import { Argument, Option } from "@commander-js/extra-typings";
import { conflict } from "../../errors/usage.ts";
import { readBuiltFile } from "../../files/read-bounded.ts";
import { defineCommand } from "../../options/define-command.ts";
import { printJson } from "../../terminal/json.ts";
import { describeInstallation, findShell, installCompletion, removeCompletion, SCRIPTS, SHELLS } from "./install.ts";

/**
 * `hub completion`: a script by which a shell calls `hub __complete`. It contains no words itself, so new commands and
 * providers are completed at once.
 */
export const createCommand = defineCommand({
	name: "completion",
	description:
		"Prints a script that has the shell complete commands, flags, tasks, providers, libraries, files, and models that hub models has shown before; or installs it.",
	arguments: [new Argument("[shell]", "for which shell; default: the one that is used").choices(SHELLS)],
	options: {
		"Options:": [
			new Option("--install", "set it up for new shells; a second time changes nothing else"),
			new Option("--uninstall", "undo that"),
		],
	},
	help: [
		"Examples:",
		"  hub completion bash --install",
		"  hub completion bash >> ~/.bashrc",
		"  hub completion zsh >> ~/.zshrc       # after the line with compinit",
		"  hub completion powershell --install",
		"",
		"Exit codes: 0 success, 2 wrong usage",
		"See also:   hub help environment",
	],
	action: async ([named], options, context) => {
		if (options.install && options.uninstall) throw conflict("--install and --uninstall cannot be combined.");
		const shell = named ?? findShell(context);
		const script = readBuiltFile(import.meta.dirname, SCRIPTS[shell]);
		if (!options.install && !options.uninstall) {
			await context.print(script.toString());
			if (named === undefined || context.stdout.isTTY) context.note(describeInstallation(shell));
			return;
		}
		const files = options.install
			? await installCompletion(shell, script, context)
			: await removeCompletion(shell, context);
		if (context.flags.json) return await printJson({ shell, files }, context);
		const done = options.install ? "Installed for new shells" : "Removed";
		await context.print(files.length === 0 ? "Nothing was installed.\n" : `${done}: ${files.join(", ")}\n`);
	},
});
