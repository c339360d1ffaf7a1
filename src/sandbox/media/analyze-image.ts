import { noModel } from "../failure.ts";
import { findAnswers } from "../text/answer-question.ts";
import { round, type Scored, softmax } from "../text/classify-text.ts";
import { countItems, listKeywords, listWords, matchWords, overlap, stem } from "../text/words.ts";
import { findColors, nameColor } from "./colors.ts";
import { readDataUrl } from "./data-url.ts";
import { FIGURES } from "./figures.ts";
import { createPixels, type Pixels, resize } from "./pixels.ts";
import { type ReceivedImage, readImage } from "./read-image.ts";

/** A color of an image and the share of the image that has it, from 0 to 1. */
interface ColorShare {
	name: string;
	share: number;
}

/** A connected region of one color; the box is in pixels of the image. */
interface Region {
	label: string;
	score: number;
	box: { xmin: number; ymin: number; xmax: number; ymax: number };
}

const GRID = 64;

/** Returns the colors of an image, the most frequent first. */
export function listColors(pixels: Pixels): ColorShare[] {
	const { names } = nameGrid(pixels);
	const shares = [...countItems(names)].map(([name, count]) => ({ name, share: round(count / names.length) }));
	return shares.sort((a, b) => b.share - a.share);
}

/** Labels an image: the objects its description names, then its colors. Other images have colors only. */
export function classifyImage({ pixels, description }: ReceivedImage, count: number): Scored[] {
	const shown = listThings(description).map((label, index) => [label, 6 - index] as const);
	const colors = listColors(pixels).slice(0, 6);
	const unique = new Map<string, number>();
	for (const [label, weight] of [...shown, ...colors.map(({ name, share }) => [name, 4 * share - 1] as const)])
		unique.set(label, Math.max(weight, unique.get(label) ?? -9));
	return softmax([...unique]).slice(0, count);
}

/** Scores how well labels fit an image, by the colors they name or usually have, and by brightness. */
export function matchImageLabels(image: ReceivedImage, labels: readonly string[]): Scored[] {
	const colors = listColors(image.pixels);
	const things = classifyImage(image, 12);
	return softmax(
		labels.map((label, index) => {
			const named = findColors(label).map(nameColor);
			const byColor = colors.reduce((sum, { name, share }) => sum + (named.includes(name) ? share : 0), 0);
			const byThing = things.find(({ label: thing }) =>
				listWords(label).some((word) => listWords(thing).includes(word)),
			);
			const byDescription = overlap(label, image.description ?? "");
			return [label, 4 * byColor + 6 * (byThing?.score ?? 0) + 4 * byDescription - index * 0.05];
		}),
	);
}

/** Connected parts of one color that do not run from edge to edge, as skies and floors do; the largest first. */
export function findRegions({ pixels, info, description }: ReceivedImage): Region[] {
	const { width, height } = info;
	const [thing] = listThings(description);
	const { names, columns, rows } = nameGrid(pixels);
	const [background] = listColors(pixels);
	const seen = new Uint8Array(names.length);
	const regions: (Region & { cells: number })[] = [];
	for (let start = 0; start < names.length; start++) {
		const name = names[start] ?? "";
		if (seen[start] || name === background?.name) continue;
		const cells = spread(start, columns, rows, seen, (index) => names[index] === name);
		const xs = cells.map((cell) => cell % columns);
		const ys = cells.map((cell) => Math.floor(cell / columns));
		const isBackground = Math.min(...xs) === 0 && Math.max(...xs) === columns - 1;
		if (cells.length < 6 || isBackground) continue;
		regions.push({
			label: `${name} ${describeShape(xs, ys, cells.length)}`,
			score: round(Math.min(0.99, 0.5 + cells.length / names.length + 0.2)),
			box: {
				xmin: Math.round((Math.min(...xs) / columns) * width),
				ymin: Math.round((Math.min(...ys) / rows) * height),
				xmax: Math.round(((Math.max(...xs) + 1) / columns) * width),
				ymax: Math.round(((Math.max(...ys) + 1) / rows) * height),
			},
			cells: cells.length,
		});
	}
	return regions
		.sort((a, b) => b.cells - a.cells)
		.slice(0, 10)
		.map(({ label, score, box }, index) => ({ label: index === 0 ? (thing ?? label) : label, score, box }));
}

/** Returns the figures that a description names, in the order of the list of figures. */
function listThings(description = ""): string[] {
	return FIGURES.flatMap(({ words }) => matchWords(words).exec(description)?.[0].toLowerCase() ?? []);
}

/** Returns the mask of a color: white on black, in the size of the image. */
export function createMask(pixels: Pixels, color: string, width: number, height: number): Pixels {
	const { names, columns, rows } = nameGrid(pixels);
	const mask = createPixels(columns, rows);
	mask.data.set(names.flatMap((name) => (name === color ? [255, 255, 255, 255] : [0, 0, 0, 255])));
	return resize(mask, width, height);
}

/** Returns a sentence about an image. */
export function captionImage(image: ReceivedImage): string {
	const { info, opened, description } = image;
	if (description) return description;
	const [first, second] = listColors(image.pixels);
	const shape = info.width > info.height * 1.2 ? "wide" : info.height > info.width * 1.2 ? "tall" : "square";
	const names = [first, second].flatMap((color) => (color && color.share > 0.08 ? color.name : []));
	const [region] = findRegions(image);
	const thing = region ? ` with ${/^[aeiou]/.test(region.label) ? "an" : "a"} ${region.label}` : "";
	const colors = opened
		? `in ${names.join(" and ")}${thing}`
		: `that only its ${info.format.toUpperCase()} header describes`;
	return `a ${shape} picture of ${info.width} by ${info.height} pixels, ${colors}`;
}

/** Answers a question about an image, the best answer first. */
export function askImage(question: string, image: ReceivedImage, count: number): { answer: string; score: number }[] {
	const answers = softmax(weighAnswers(question, image)).slice(0, count);
	return answers.map(({ label, score }) => ({ answer: label, score }));
}

function weighAnswers(question: string, image: ReceivedImage): [answer: string, weight: number][] {
	const { pixels, info, size, description } = image;
	const asked = question.toLowerCase();
	const read = readDescription(question, description);
	if (read !== undefined) return [[read, 2]];
	if (/\bcolou?r/.test(asked)) {
		if (/\b(?:sky|top|above)\b/.test(asked)) return weighColors(cropRows(pixels, 0, 0.2));
		if (/\b(?:ground|floor|bottom|below|sea|water|grass)\b/.test(asked)) return weighColors(cropRows(pixels, 0.85, 1));
		return weighColors(pixels, findColors(description ?? "").map(nameColor));
	}
	if (/\bhow many\b/.test(asked)) return [[countThings(asked, image) ?? NO_ANSWER, 2]];
	if (/\b(?:size|large|big|wide|high|tall|resolution)\b/.test(asked)) {
		return Object.entries({ [`${info.width} x ${info.height}`]: 2, [`${size} bytes`]: 0 });
	}
	if (/^(?:is|are|does|do|can|has|was|did)\b/.test(asked)) {
		const fits = showsThings(asked, image);
		return Object.entries(fits === undefined ? { [NO_ANSWER]: 2 } : fits ? { yes: 2, no: 0 } : { no: 2, yes: 0 });
	}
	return classifyImage(image, 5).map(({ label, score }) => [label.split(",")[0] ?? label, 4 * score]);
}

/** The colors of a part of an image; those that its description names count more. */
function weighColors(pixels: Pixels, described: readonly string[] = []): [name: string, weight: number][] {
	return listColors(pixels).map(({ name, share }) => [name, 5 * share + (described.includes(name) ? 3 : 0)]);
}

const NO_ANSWER = noModel('"what color is it?"');
const SHAPES = /^(?:object|thing|shape|region|part)s?$/;
/** Articles and numerals of descriptions, in order. */
const NUMERALS = ["no", "a", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
/** Words of questions that name nothing in an image. */
const ABOUT_IMAGES = /^(?:image|picture|photo|there|see|show|visible|many)s?$/;

/** Counts the objects of a question by the description, or shapes of one color; undefined if neither is possible. */
function countThings(asked: string, image: ReceivedImage): string | undefined {
	const [, phrase = ""] = /\bhow many ((?:(?!are\b|is\b|can\b|do\b|there\b)[\p{L}-]+\s?)+)/u.exec(asked) ?? [];
	const thing = listWords(phrase).at(-1) ?? "";
	if (SHAPES.test(thing)) return String(findRegions(image).length);
	const words = listWords(image.description ?? "");
	const place = words.findIndex((word) => stem(word) === stem(thing));
	if (thing === "" || place === -1) return undefined;
	const counted = words.slice(Math.max(0, place - 3), place).map((word) => NUMERALS.indexOf(word.replace(/^an$/, "a")));
	const count = counted.findLast((number) => number !== -1);
	return count === undefined ? undefined : String(count);
}

/** Whether an image shows the colors or objects of a question; undefined if unknown. */
function showsThings(asked: string, { pixels, description }: ReceivedImage): boolean | undefined {
	const named = findColors(asked).map(nameColor);
	if (named.length > 0) return listColors(pixels).some(({ name, share }) => named.includes(name) && share > 0.05);
	const things = listKeywords(asked).filter((word) => !ABOUT_IMAGES.test(word));
	if (!description || things.length === 0) return undefined;
	const described = new Set(listWords(description).map(stem));
	return things.every((word) => described.has(stem(word)));
}

/** Returns the answer that the words of a description give; undefined if they give none. */
function readDescription(question: string, description: string | undefined): string | undefined {
	// A prompt names objects; only whole sentences state facts.
	if (!description || !/\bis\b|\bare\b/.test(description)) return undefined;
	return findAnswers(question, description, 1)[0]?.answer;
}

/** Returns the rows between two heights, from 0 at the top to 1. */
function cropRows({ width, height, data }: Pixels, from: number, to: number): Pixels {
	const first = Math.min(height - 1, Math.floor(from * height));
	const last = Math.max(first + 1, Math.ceil(to * height));
	return { width, height: last - first, data: data.slice(first * width * 4, last * width * 4) };
}

function nameGrid(pixels: Pixels): { names: string[]; columns: number; rows: number } {
	const columns = Math.min(GRID, pixels.width);
	const rows = Math.max(1, Math.min(GRID, Math.round((columns * pixels.height) / pixels.width)));
	const small = resize(pixels, columns, rows);
	const names = Array.from({ length: columns * rows }, (_, index) => {
		const [red = 0, green = 0, blue = 0] = small.data.subarray(index * 4);
		return nameColor([red, green, blue]);
	});
	return { names, columns, rows };
}

const NEIGHBORS = [-1, 1].flatMap((step) => [[step, 0] as const, [0, step] as const]);

/** Returns the cells reachable from one through neighbors that fit. */
function spread(
	start: number,
	columns: number,
	rows: number,
	seen: Uint8Array,
	fits: (index: number) => boolean,
): number[] {
	const found: number[] = [];
	const waiting = [start];
	seen[start] = 1;
	for (let cell = waiting.pop(); cell !== undefined; cell = waiting.pop()) {
		found.push(cell);
		const x = cell % columns;
		const y = Math.floor(cell / columns);
		for (const [toX, toY] of NEIGHBORS) {
			const [nextX, nextY] = [x + toX, y + toY];
			const next = nextY * columns + nextX;
			if (nextX < 0 || nextY < 0 || nextX >= columns || nextY >= rows || seen[next] || !fits(next)) continue;
			seen[next] = 1;
			waiting.push(next);
		}
	}
	return found;
}

function describeShape(xs: readonly number[], ys: readonly number[], cells: number): string {
	const width = Math.max(...xs) - Math.min(...xs) + 1;
	const height = Math.max(...ys) - Math.min(...ys) + 1;
	const filled = cells / (width * height);
	if (width > height * 3) return "stripe";
	if (height > width * 3) return "column";
	return filled > 0.9 ? "rectangle" : filled > 0.7 ? "ellipse" : "shape";
}

/** Describes an image in a message: the content of a data URL; of other URLs only where they point. */
export async function describeImage(href: string): Promise<string> {
	const data = readDataUrl(href);
	if (!data) {
		const { host, pathname } = new URL(href);
		return `The image is at ${host}, named ${pathname.split("/").at(-1) || "nothing"}; the sandbox has no network to look at it.`;
	}
	const image = await readImage(data.bytes);
	const size = `${data.bytes.length} bytes`;
	if (!image)
		return `The image is a file of ${size} that calls itself ${data.type || "nothing"} and that I cannot open.`;
	const what = image.description === undefined ? "is" : "shows";
	return `The image ${what} ${captionImage(image)} (${image.info.format.toUpperCase()}, ${image.info.width} × ${image.info.height}, ${size}).`;
}
