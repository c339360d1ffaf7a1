import { closestWord } from "../../catalogue/closest-word.ts";

/**
 * The flags of `hub infer`, which `hub` without a command accepts too. They are listed here, because parsing the start
 * of a command line must not load the command: the value of `-p` is neither the command nor the prompt. A test compares
 * them with the options of the command.
 */
export const PROMPT_FLAGS: Readonly<Record<"withValue" | "switches", ReadonlySet<string>>> = {
	withValue: new Set(
		`-t --task -m --model -p --provider --needs --endpoint --wire --bill-to -o --output --format --preview --snippet --deadline
		--system --messages --image -f --file --schema --schema-multi --repairs --tools --labels --context --source --sentence --table --input -T --saved --var
		--temperature --max-tokens --top-p --stop --seed --param --params
		--record --replay --replay-or-record --replay-ignore --shell
		--mcp --mcp-config --agent --allow-tools --deny-tools --max-turns --max-cost --unknown-price`.split(/\s+/),
	),
	switches: new Set(
		`--pick --direct --stdin --no-stdin --stream --no-stream --raw --force --stats --dry-run --curl --append
		-c --continue --log --no-log --allow-agent`.split(/\s+/),
	),
};

/** Whether a word is one of these flags, with its value (`--task=chat`, `-psandbox`) or without. */
export function isPromptFlag(word: string): boolean {
	const name = word.split("=")[0] ?? "";
	const { withValue, switches } = PROMPT_FLAGS;
	return withValue.has(name) || switches.has(name) || withValue.has(word.slice(0, 2)) || switches.has(word.slice(0, 2));
}

/** A shorter word is taken literally, unless a letter makes it a name: `who` is not `whoami`. */
const MIN_BEGINNING = 4;

/**
 * Returns the command or alias that a first word misspells; undefined for the beginning of a prompt. The first letters
 * must match: few people mistype them, and `what` and `that` begin many questions.
 */
export function findMeantName(word: string, names: readonly string[]): string | undefined {
	const close = names.filter((name) => sharesStart(word.toLowerCase(), name));
	const found = closestWord(word, close);
	const isBeginning = found?.startsWith(word.toLowerCase()) && found.length > word.length + 1;
	return isBeginning && word.length < MIN_BEGINNING ? undefined : found;
}

/** The same first letter, or the first two swapped. */
function sharesStart(word: string, name: string): boolean {
	return word[0] === name[0] || (word[0] === name[1] && word[1] === name[0]);
}
