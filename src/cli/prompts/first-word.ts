import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { findMediaType } from "../../base/media-type.ts";
import type { Context } from "../context.ts";
import { type UsageError, unknownName } from "../errors/usage.ts";
import { findMeantName } from "../options/meant-name.ts";
import { quoteWord } from "./command-line.ts";

/** Verbs of other tools that people type here too → hub's command. The next word replaces `…`. */
const COMMAND_OF_VERB: Readonly<Record<string, string>> = {
	auth: "hub login",
	"auth login": "hub login",
	"auth logout": "hub logout",
	"auth status": "hub whoami",
	"auth whoami": "hub whoami",
	"auth list": "hub whoami",
	"auth token": "hub whoami",
	"auth switch": "hub login",
	signin: "hub login",
	"sign-in": "hub login",
	signout: "hub logout",
	"sign-out": "hub logout",
	key: "hub login",
	keys: "hub login",
	token: "hub login",
	me: "hub whoami",
	user: "hub whoami",
	run: "hub chat -m …",
	pull: "hub chat -m …",
	use: "hub chat -m …",
	list: "hub models",
	ls: "hub models",
	search: "hub models …",
	find: "hub models …",
	show: "hub models …",
	info: "hub models …",
	inspect: "hub models …",
	price: "hub models --sort price",
	prices: "hub models --sort price",
	pricing: "hub models --sort price",
	ps: "hub doctor",
	status: "hub doctor",
	check: "hub doctor",
	env: "hub config",
	settings: "hub config",
	set: "hub config set",
	get: "hub config get",
	history: "hub chat --list",
	conversations: "hub chat --list",
	sessions: "hub chat --list",
	resume: "hub chat --resume",
	continue: "hub chat --continue",
	new: "hub chat",
	start: "hub serve",
	server: "hub serve",
	proxy: "hub serve",
	gateway: "hub serve",
	install: "hub skill --install",
	agent: "hub launch",
	agents: "hub launch",
	code: "hub launch",
	cost: "hub usage",
	costs: "hub usage",
	version: "hub --version",
};

const HF = "That is a command of hf, Hugging Face's own tool; hub calls models, and stores none.";
const UPDATE = "hub has no command for that; what installed it updates it. hub --version prints the version.";

/** Verbs of other tools that have no command here → a hint. */
const ANSWER_TO_VERB: Readonly<Record<string, string>> = {
	download: HF,
	upload: HF,
	push: HF,
	repo: HF,
	repos: HF,
	cache: HF,
	datasets: HF,
	spaces: HF,
	jobs: HF,
	update: UPDATE,
	upgrade: UPDATE,
	uninstall: "hub has no command for that; what installed it removes it.",
	exit: "hub exits when a command is done.",
	quit: "hub exits when a command is done.",
};

/** Verbs that mean the tool whatever word follows; the others may begin a prompt: "check this". */
const TAKES_ANY_WORD = /^(auth|run|pull|search|ls|install|download|upload|update|upgrade)$/;

/** Like the name of a model: `org/name`, `llama3`, `name:tag`. */
const LIKE_MODEL = /^(?!https?:)\S*[/:\d]\S*$/;

/** Scripts without spaces between words: a sentence is one word. */
const NO_SPACES = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

interface Line {
	/** The words after the first. */
	words: readonly string[];
	/** Commands and aliases. */
	names: readonly string[];
	/** Whether flags show that the line is a prompt. */
	hasPurpose: boolean;
	context: Pick<Context, "cwd">;
}

/**
 * Refuses a first word that is neither a command nor the start of a prompt. A prompt is several words of which the first is not a
 * command, here or in another tool; `-` or `@file`; or a word in a line whose flags show that it is a prompt.
 * @throws UsageError with what was probably meant
 */
export function rejectNoPrompt(first: string, line: Line): void {
	if (/^(-$|@)/.test(first)) return;
	const { words, names, hasPurpose } = line;
	const hint = describeVerb(first.toLowerCase(), words);
	if (hint !== undefined) throw unknownCommand(first, `${hint} As a prompt: ${describeAsk([first, ...words])}`);
	const meant = /^[\w-]+$/.test(first) ? findMeantName(first, names) : undefined;
	if (meant !== undefined) {
		const quoted = words.length > 1 ? ` Put a prompt in quotes: hub "${first} …"` : "";
		throw unknownCommand(first, `Did you mean hub ${meant}?${quoted}`);
	}
	if (words.length > 0 || hasPurpose || NO_SPACES.test(first)) return;
	throw unknownCommand(first, describeWord(first, line));
}

function unknownCommand(word: string, hint: string): UsageError {
	return unknownName(`Unknown command "${word}".`, hint);
}

/** Returns what to do instead of a verb of another tool; undefined for the beginning of a prompt. */
function describeVerb(first: string, words: readonly string[]): string | undefined {
	const [second] = words;
	const both = `${first} ${second?.toLowerCase()}`;
	const verb = Object.hasOwn(COMMAND_OF_VERB, both) ? both : first;
	const isLikeModel = second !== undefined && LIKE_MODEL.test(second);
	const isMeant =
		words.length === 0 || isLikeModel || verb === both || (words.length === 1 && TAKES_ANY_WORD.test(first));
	if (!isMeant) return undefined;
	const command = Object.hasOwn(COMMAND_OF_VERB, verb) ? COMMAND_OF_VERB[verb] : undefined;
	if (command !== undefined) return `Did you mean ${command.replace("…", () => quoteWord(second ?? "MODEL"))}?`;
	return Object.hasOwn(ANSWER_TO_VERB, verb) ? ANSWER_TO_VERB[verb] : undefined;
}

/** Returns what to do with a single unknown word. */
function describeWord(word: string, { context }: Line): string {
	if (/^https?:/.test(word)) return `To ask about it: hub "…" ${quoteWord(word)}`;
	if (existsSync(resolve(context.cwd, word))) {
		const isImage = findMediaType(new Uint8Array(), word).startsWith("image/");
		if (isImage) return `It is a file here: hub "Describe it" -i ${quoteWord(word)}`;
		return `It is a file here: hub ${quoteWord(`@${word}`)} sends its text.`;
	}
	if (/^[\w.-]+\/[\w.:-]+$/.test(word)) return `For a model of that name: hub chat -m ${word}, or hub models ${word}`;
	return `hub --help lists them. As a prompt of one word: ${describeAsk([word])}`;
}

function describeAsk(words: readonly string[]): string {
	return `hub ask ${words.map(quoteWord).join(" ")}`;
}
