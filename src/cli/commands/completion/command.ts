import { Argument, Command } from "commander";
import type { Context } from "../../context.ts";
import { SCRIPTS, SHELLS, type Shell } from "./scripts.ts";

/** `hub completion`: a script that teaches a shell to complete the commands of hub. */
export function createCommand(context: Context): Command {
	return new Command("completion")
		.description(
			"Prints a script that has the shell complete commands, flags, tasks, providers, libraries, files, and models that hub models has shown before.",
		)
		.addArgument(new Argument("<shell>", "for which shell").choices(SHELLS))
		.addHelpText(
			"after",
			`
Examples (each takes effect in new shells):
  hub completion bash >> ~/.bashrc
  hub completion zsh >> ~/.zshrc       # after the line with compinit
  mkdir -p ~/.config/fish/completions && hub completion fish > ~/.config/fish/completions/hub.fish

Exit codes: 0 success, 2 wrong usage
See also:   hub help environment`,
		)
		.action((shell: Shell) => printScript(shell, context));
}

async function printScript(shell: Shell, context: Context): Promise<void> {
	await context.print(SCRIPTS[shell]);
}
