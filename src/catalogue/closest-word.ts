/** Share of a word that may be misspelled; one error is always allowed in a word of `MIN_HINT_LENGTH` letters or more. */
const TOLERANCE = 1 / 4;
/** A shorter word is not suggested for a longer one. */
const MIN_HINT_LENGTH = 3;
/** Share of a part that its beginning must cover: `java` does not suggest `javascript`. */
const MIN_BEGINNING = 1 / 2;

/** Longer words are no misspelled names: comparing them takes time that grows with both lengths. */
const MAX_LENGTH = 200;

/**
 * Returns the candidate that was probably meant: the one with the fewest typing errors, else the first that contains
 * the word's parts (`num_steps` → `num_inference_steps`). Undefined if none is close. Case does not count, nor whether
 * parts are joined by `-`, `_`, a space or a capital letter.
 */
export function closestWord<Word extends string>(word: string, candidates: Iterable<Word>): Word | undefined {
	const wanted = word.length > MAX_LENGTH ? "" : normalize(word);
	if (wanted === "") return undefined;
	let closest: Word | undefined;
	let fewest = Number.POSITIVE_INFINITY;
	let related: Word | undefined;
	for (const candidate of candidates) {
		if (candidate.length > MAX_LENGTH) continue;
		const name = normalize(candidate);
		const errors = countErrors(wanted, name);
		const [shortest, longest] = [Math.min(wanted.length, name.length), Math.max(wanted.length, name.length)];
		const tolerance = Math.max(longest * TOLERANCE, shortest >= MIN_HINT_LENGTH ? 1 : 0);
		if (errors <= tolerance && errors < fewest) {
			closest = candidate;
			fewest = errors;
		}
		if (wanted.length >= MIN_HINT_LENGTH && containsParts(name, wanted)) related ??= candidate;
	}
	return closest ?? related;
}

function containsParts(name: string, wanted: string): boolean {
	const begins = (part: string, beginning: string): boolean =>
		part.startsWith(beginning) && beginning.length >= part.length * MIN_BEGINNING;
	const parts = name.split("-");
	return wanted.split("-").every((beginning) => parts.some((part) => begins(part, beginning)));
}

function normalize(word: string): string {
	const parts = word.replace(/([a-z0-9])([A-Z])/g, "$1-$2");
	return parts.replace(/[\s_-]+/g, "-").toLowerCase();
}

/** Missing, superfluous, wrong and swapped letters between two words (Damerau-Levenshtein, each place changed once). */
function countErrors(from: string, to: string): number {
	let beforeLast: number[] = [];
	let last = Array.from({ length: to.length + 1 }, (_, column) => column);
	for (let row = 1; row <= from.length; row++) {
		const current = [row];
		for (let column = 1; column <= to.length; column++) {
			const same = from[row - 1] === to[column - 1];
			const errors = [
				(last[column - 1] ?? 0) + (same ? 0 : 1),
				(last[column] ?? 0) + 1,
				(current[column - 1] ?? 0) + 1,
			];
			if (from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1] && row > 1 && column > 1)
				errors.push((beforeLast[column - 2] ?? 0) + 1);
			current.push(Math.min(...errors));
		}
		beforeLast = last;
		last = current;
	}
	return last[to.length] ?? 0;
}
