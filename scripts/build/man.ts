/** Writes the manual pages of the command from its declarations: `hub.1`, and one for each command. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type CommandUnknownOpts, Help, type Option } from "@commander-js/extra-typings";
import { version } from "../../src/base/version.ts";
import { VISIBLE_COMMANDS } from "../../src/cli/commands.ts";
import { createContext } from "../../src/cli/context.ts";
import { TOPICS } from "../../src/cli/help/topics.ts";
import { finishCommand } from "../../src/cli/options/define-command.ts";
import { GLOBAL_OPTIONS } from "../../src/cli/options/global-options.ts";

/** Returns the pages: the name of each file, and its text. */
export async function renderManualPages(): Promise<Map<string, string>> {
	const pages = new Map<string, string>();
	for (const entry of VISIBLE_COMMANDS) {
		const context = silentContext();
		const { createCommand } = await entry.load();
		let after = "";
		const named = createCommand(context, VISIBLE_COMMANDS).name(`hub ${entry.name}`);
		const command = finishCommand(named, context, (text) => (after += text), true);
		command.outputHelp();
		// What follows the generated part: examples, fields, exit codes.
		after = after.slice(after.indexOf("\n", command.helpInformation().trimEnd().length - 1));
		pages.set(`hub-${entry.name}.1`, commandPage(entry.name, entry.summary, command, after));
	}
	pages.set("hub.1", rootPage());
	return pages;
}

/** Writes the pages into a folder. */
export async function writeManualPages(out: string): Promise<void> {
	await mkdir(out, { recursive: true });
	for (const [name, text] of await renderManualPages()) await writeFile(join(out, name), text);
}

function rootPage(): string {
	return [
		heading("HUB", "use hosted machine-learning models: one command, any provider"),
		".SH SYNOPSIS",
		".B hub",
		roff("<command> [options]"),
		".br",
		".B hub",
		roff('[options] "a prompt"'),
		".SH COMMANDS",
		...VISIBLE_COMMANDS.flatMap(({ name, summary }) => [".TP", `.BR hub-${roff(name)} (1)`, roff(summary)]),
		".SH OPTIONS",
		...GLOBAL_OPTIONS.flatMap(describeOption),
		".SH TOPICS",
		...TOPICS.flatMap(({ name, summary }) => [".TP", `.B hub help ${roff(name)}`, roff(summary)]),
		"",
	].join("\n");
}

function commandPage(name: string, summary: string, command: CommandUnknownOpts, after: string): string {
	const help = new Help();
	const groups = new Map<string, string[]>();
	for (const option of command.options) {
		if (option.hidden || option.helpGroupHeading === "Global options:") continue;
		const title = option.helpGroupHeading ?? "Options:";
		groups.set(title, [...(groups.get(title) ?? []), ...describeOption(option)]);
	}
	return [
		heading(`HUB-${name.toUpperCase()}`, summary),
		".SH SYNOPSIS",
		`.B ${roff(`hub ${name}`)}`,
		roff(command.usage()),
		".SH DESCRIPTION",
		roff(command.description()),
		...(command.registeredArguments.length > 0 ? [".SH ARGUMENTS"] : []),
		...command.registeredArguments.flatMap((one) => [
			".TP",
			`.I ${roff(one.name())}`,
			roff(help.argumentDescription(one)),
		]),
		...(command.commands.length > 0 ? [".SH COMMANDS"] : []),
		...command.commands.flatMap((one) => [
			".TP",
			`.B ${roff(`hub ${name} ${one.name()}`)}`,
			roff(one.summary() || one.description()),
		]),
		...[...groups].flatMap(([title, lines]) => [`.SH ${roff(title.replace(/:$/, "").toUpperCase())}`, ...lines]),
		".SH NOTES",
		".nf",
		...after.trim().split("\n").map(roff),
		".fi",
		".SH SEE ALSO",
		".BR hub (1)",
		"",
	].join("\n");
}

const heading = (title: string, summary: string): string =>
	[
		`.TH ${title} 1 "" "hub ${version}" "hub manual"`,
		".SH NAME",
		`${roff(title.toLowerCase())} \\- ${roff(summary)}`,
	].join("\n");

function describeOption(option: Pick<Option, "flags" | "description" | "argChoices">): string[] {
	const choices = option.argChoices ? ` (${option.argChoices.join(", ")})` : "";
	return [".TP", `.B ${roff(option.flags)}`, roff(option.description + choices)];
}

/** Text that troff takes as it is: a hyphen stays one, and no line is a command. */
function roff(text: string): string {
	return text
		.replaceAll("\\", "\\e")
		.replaceAll("-", "\\-")
		.replace(/^(?=[.'])/gm, "\\&");
}

function silentContext() {
	const output = { write: () => true, columns: 80 };
	return createContext({
		stdin: process.stdin,
		stdout: output,
		stderr: output,
		env: {},
		cwd: "/",
		signal: new AbortController().signal,
	});
}
