import type { Context } from "../context.ts";
import type { CommandEntry } from "../options/define-command.ts";
import { fitHelp } from "../terminal/page.ts";
import { TOPICS } from "./topics.ts";

/** Below this many columns a summary goes under its name. */
const NARROW = 60;

/** Columns of the aliases in the short help, which is one screen. */
const ALIASES_WIDTH = 60;

/** The commands of the short help, by purpose; those without a group are for setup. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
	Ask: ["ask", "infer", "chat", "compare", "prompt", "alias"],
	Explore: ["tasks", "models", "providers", "libraries"],
	Code: ["snippet", "template", "launch", "mcp", "skill"],
	Scale: ["batch", "serve", "logs", "usage"],
};

/** Returns the text of `hub`, `hub --help` and `hub help`: one screen of 80 columns and 24 rows. */
export function rootHelp(
	commands: readonly CommandEntry[],
	aliases: Readonly<Record<string, string>>,
	{ colors, stdout }: Context,
): string {
	const { bold, dim, cyan } = colors.stdout;
	const grouped = Object.values(GROUPS).flat();
	const names = commands.map(({ name }) => name);
	const named = Object.keys(aliases);
	const shownNames = named.filter((_, index) => named.slice(0, index + 1).join(", ").length <= ALIASES_WIDTH);
	const groups = {
		...GROUPS,
		Setup: names.filter((name) => !grouped.includes(name)),
		Aliases: shownNames.length < named.length ? [...shownNames, "…"] : named,
	};
	const lines = Object.entries(groups).flatMap(([title, members]) => {
		const shown = members.filter((name) => names.includes(name) || title === "Aliases");
		return shown.length > 0 ? [`  ${bold(`${title}:`.padEnd(10))}${shown.map((name) => cyan(name)).join(", ")}`] : [];
	});
	const text = `${bold("hub")} – use hosted machine-learning models: one command, any provider

${bold("Usage:")} hub <command> [options], or hub [options] "a prompt"

${lines.join("\n")}

${bold("Start here:")}
  ${dim("# Try it. The sandbox is built in: no token, no network, made-up answers.")}
  hub infer --task chat --provider sandbox "Explain attention in one sentence"
  hub infer --sandbox
  ${dim("# Sign in at Hugging Face with your browser or a token, then ask a real model.")}
  hub login
  hub "Explain attention in one sentence"
  ${dim("# Continue the newest conversation of hub chat --list.")}
  hub -c "Say it more simply"
  ${dim("# If something does not work, check the setup.")}
  hub doctor

hub <command> --help shows more; hub --help --all lists everything.
`;
	return fitHelp(text, stdout.columns ?? 100);
}

/**
 * Returns the text of `hub --help --all`. The first steps come last, since a short window shows the
 * end. Written without commander, which takes longer to load than this to run.
 */
export function wholeHelp(
	commands: readonly CommandEntry[],
	aliases: Readonly<Record<string, string>>,
	{ colors, stdout }: Context,
): string {
	const { bold, dim, cyan } = colors.stdout;
	const named = Object.entries(aliases).map(([name, line]) => ({ name, summary: `hub ${line}` }));
	const width = Math.max(...[...commands, ...TOPICS, ...named].map(({ name }) => name.length)) + 2;
	const isNarrow = (stdout.columns ?? 80) < NARROW;
	const list = (entries: readonly { name: string; summary: string }[]): string =>
		entries
			.map(({ name, summary }) =>
				isNarrow ? `  ${cyan(name)}\n    ${summary}` : `  ${cyan(name.padEnd(width))}${summary}`,
			)
			.join("\n");
	const text = `${bold("hub")} – use hosted machine-learning models: one command, any provider

${bold("Usage:")} hub <command> [options]
       hub [options] "a prompt"

${bold("Commands:")}
${list(commands)}
${named.length > 0 ? `\n${bold("Your aliases:")}\n${list(named)}\n` : ""}
${bold("Topics:")} hub help <topic>
${list(TOPICS)}

${bold("Options:")}
  -V, --version  print the version
  -h, --help     print this help; hub <command> --help shows more

${bold("Start here:")}
  ${dim("# Try it. The sandbox is built in: no token, no network, made-up answers.")}
  hub infer --task chat --provider sandbox "Explain attention in one sentence"
  ${dim("# Interactive: hub asks for what is missing.")}
  hub infer --sandbox
  ${dim("# Sign in at Hugging Face with your browser or a token, then ask a real model.")}
  hub login
  hub "Explain attention in one sentence"
  hub -c "Say it more simply"
  git diff | hub "Review this"
  ${dim("# If something does not work, check the setup.")}
  hub doctor
`;
	return fitHelp(text, stdout.columns ?? 100);
}
