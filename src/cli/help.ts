import type { Context } from "./context.ts";
import { COMMANDS } from "./program.ts";

/** What `hub`, `hub --help` and `hub help` print. Written without commander, which takes longer to load than this to run. */
export function rootHelp({ colors, stdout }: Context): string {
	const { bold, dim, cyan } = colors.stdout;
	const width = Math.max(...COMMANDS.map(({ name }) => name.length)) + 2;
	const isNarrow = (stdout.columns ?? 80) < 60;
	const commands = COMMANDS.map(({ name, summary }) =>
		isNarrow ? `  ${cyan(name)}\n    ${summary}` : `  ${cyan(name.padEnd(width))}${summary}`,
	);
	return `${bold("hub")} – use hosted machine-learning models: one command, any provider

${bold("Usage:")} hub <command> [options]

${bold("Commands:")}
${commands.join("\n")}

${bold("Options:")}
  -V, --version  print the version
  -h, --help     print this help; hub <command> --help tells more

${bold("Examples:")} ${dim("(the sandbox needs no token and no network)")}
  hub infer --task chat --provider sandbox "Explain attention in one sentence"
  echo "Once upon a time" | hub infer -t text-generation -p sandbox
  hub infer -t embed -p sandbox "a sentence" --json
`;
}
