import { charge } from "../values/meter.ts";

const WORDS =
	"lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut labore et dolore magna aliqua enim ad minim veniam quis nostrud exercitation ullamco laboris nisi aliquip ex ea commodo consequat duis aute irure in reprehenderit voluptate velit esse cillum fugiat nulla pariatur excepteur sint occaecat cupidatat non proident sunt culpa qui officia deserunt mollit anim id est laborum".split(
		" ",
	);
/** Maximum paragraphs and words of one call. */
const MAX = 10_000;

/** Filler text: paragraphs of between `min` and `max` words. */
export function makeFiller(random: () => number, count: number, isHtml: boolean, min: number, max: number): string {
	const paragraphs = Array.from({ length: Math.max(0, Math.min(count, MAX)) }, () => {
		const words = Math.max(1, Math.min(MAX, min + Math.floor(random() * Math.max(1, max - min))));
		charge(words);
		return makeParagraph(random, words);
	});
	return isHtml ? paragraphs.map((text) => `<p>${text}</p>`).join("\n") : paragraphs.join("\n\n");
}

function makeParagraph(random: () => number, length: number): string {
	let startsSentence = true;
	const words = Array.from({ length }, (_, index) => {
		const word = WORDS[Math.floor(random() * WORDS.length)] ?? "lorem";
		const shown = startsSentence ? word.charAt(0).toUpperCase() + word.slice(1) : word;
		startsSentence = index === length - 1 || random() < 0.1;
		if (startsSentence) return `${shown}.`;
		return random() < 0.1 ? `${shown},` : shown;
	});
	return words.join(" ");
}
