/** Every `hub …` on every page, in blocks and in sentences, is a command of this version with options that it has. */
import { toString as textOf } from "hast-util-to-string";
import rehypeParse from "rehype-parse";
import { unified } from "unified";
import { visit } from "unist-util-visit";
import { expect, it } from "vitest";
import type { CommandDescription } from "../build/commands.ts";
import { readFacts } from "../build/facts.ts";
import { pages, readPage } from "./site.ts";

const { commands } = await readFacts();

/** A word of a command line; `isQuoted` if it began with a quotation mark. */
interface Word {
	text: string;
	isQuoted: boolean;
}

/** The words of each `hub` in a text: to the end of its line, or to the next pipe, `;`, `&&`, redirection or comment. */
function readCalls(text: string): Word[][] {
	const calls: Word[][] = [];
	for (const line of text.replace(/\\\n\s*/g, " ").split("\n")) {
		let words: Word[] = [];
		const end = () => {
			const start = words.findIndex(({ text, isQuoted }) => isQuoted || !/^(?:[A-Z_]+=.*|\$|time|do|then)$/.test(text));
			if (words[start]?.text === "hub" && !words[start].isQuoted) calls.push(words.slice(start + 1));
			words = [];
		};
		const tokens = /"(?:\\.|[^"\\])*"|'[^']*'|\|\|?|&&?|;|[<>]+|(?:[^\s"'|&;<>]|"[^"]*"|'[^']*')+/g;
		for (const [token] of line.matchAll(tokens)) {
			if (token.startsWith("#")) break;
			if (/^(?:\|\|?|&&?|;|[<>]+)$/.test(token)) end();
			else words.push({ text: token, isQuoted: /^["']/.test(token) });
		}
		end();
	}
	return calls;
}

/** Options → whether a value follows. */
function optionsOf(described: Pick<CommandDescription, "groups">[]): Map<string, boolean> {
	const rows = [
		...described.flatMap(({ groups }) => groups.flatMap((group) => group.rows)),
		...commands.globalOptions,
		{ flags: "-h, --help" },
		{ flags: "-V, --version" },
		{ flags: "--all" },
	];
	return new Map(
		rows.flatMap(({ flags }) =>
			flags.split(/[ ,]+/).flatMap((name) => (name.startsWith("-") ? [[name, / </.test(flags)]] : [])),
		) as [string, boolean][],
	);
}

/**
 * Verbs that stand for a task, an alias that a page defines, words of a prompt, and errors that a page explains; their
 * pages run them.
 */
const NO_COMMANDS = new Set(["draw", "say", "transcribe", "joke", "why", "infr", "update", "run"]);

/** Says what is wrong with a call; undefined if it is right. */
function faultOf([first, ...rest]: Word[]): string | undefined {
	// A prompt, options of `hub "…"`, or a placeholder.
	if (!first || first.isQuoted || /^[-<[A-Z…$]/.test(first.text)) return undefined;
	if (first.text === "help") return undefined;
	const command = commands.list.find(({ name }) => name === first.text);
	if (!command && NO_COMMANDS.has(first.text)) return undefined;
	if (!command) return `no command ${first.text}`;
	// `hub serve keys add`: each word may name a subcommand of the one before it.
	const path: CommandDescription[] = [command];
	for (const { text } of rest.filter(({ text }) => !text.startsWith("-"))) {
		const subcommand = path.at(-1)?.subcommands.find(({ name }) => name === text);
		if (!subcommand) break;
		path.push(subcommand);
	}
	const known = optionsOf(path);
	const own = rest.findIndex(({ text }) => text === "--");
	const words = own < 0 ? rest : rest.slice(0, own);
	const given: string[] = [];
	for (let index = 0; index < words.length; index++) {
		const { text = "", isQuoted = false } = words[index] ?? {};
		if (isQuoted || !/^--?[a-z]/i.test(text)) {
			given.push(text);
			continue;
		}
		const [name = ""] = text.split("=");
		const takesValue = known.get(name) ?? known.get(name.slice(0, 2));
		if (takesValue === undefined || (name.startsWith("--") && !known.has(name))) return `no option ${name}`;
		if (takesValue && !text.includes("=") && known.has(name)) index++;
	}
	const described = path.at(-1) ?? command;
	const most = described.usage.includes("...") ? Number.POSITIVE_INFINITY : described.arguments.length;
	const count = given.length - (path.length - 1);
	return count > most && command.name !== "alias" ? `${count} arguments instead of ${most}` : undefined;
}

it("finds what is wrong", () => {
	const faults = (text: string) => readCalls(text).map(faultOf);
	expect(faults("hub providers who ORG/MODEL")).toEqual(["2 arguments instead of 1"]);
	expect(faults("cat a | hub infre hi && hub tasks --sorted")).toEqual(["no command infre", "no option --sorted"]);
	expect(faults('hub "Hi" # a prompt\nhub infer -t chat -m ORG/MODEL "a -b" -o x > y')).toEqual([undefined, undefined]);
	expect(faults("hub launch codex --sandbox -- exec --any")).toEqual([undefined]);
});

it("every command on every page exists, with its options", () => {
	let count = 0;
	// Pages of commands are made from the commands, and their examples run in the tests of hub.
	const written = pages.filter((path) => !path.startsWith("commands/"));
	const wrong = written.flatMap((path) => {
		const found: string[] = [];
		visit(unified().use(rehypeParse).parse(readPage(path)), "element", (node) => {
			if (node.tagName !== "code" && node.tagName !== "pre") return;
			for (const call of readCalls(textOf(node))) {
				count++;
				const fault = faultOf(call);
				if (fault) found.push(`/${path}: ${fault}: hub ${call.map(({ text }) => text).join(" ")}`);
			}
		});
		return found;
	});
	expect([...new Set(wrong)]).toEqual([]);
	expect(count).toBeGreaterThan(500);
});
