import { type OutputKind, SIGNATURES } from "../../../catalogue/signatures.ts";
import { readMember } from "../../../http/index.ts";
import type { InferenceTask } from "../../../inference/index.ts";
import type { Colors, Style } from "../../terminal/color.ts";
import { kindStyle } from "../../terminal/palette.ts";
import { type Column, formatTable } from "../../terminal/table.ts";
import { cutText, padText, textWidth } from "../../terminal/width.ts";
import { type Bar, describeEmbeddings, drawBars, formatScore } from "./bars.ts";
import { readLabel, type StyledText, type ViewSpace, wrapStyled } from "./view.ts";

/** Rows shown around each row of an answer. */
const NEIGHBORS = 2;
const MAX_ROWS = 20;

interface TableAnswer {
	answer: string;
	aggregator?: string;
	cells?: string[];
	coordinates?: number[][];
}

/**
 * Returns the answer, its aggregation, and the table with its cells marked: in reverse, or in brackets without colors.
 */
function drawTableAnswer(result: TableAnswer, space: ViewSpace): string {
	const { answer, aggregator, cells = [], coordinates = [] } = result;
	const isCombined = aggregator !== undefined && aggregator !== "" && aggregator !== "NONE";
	const how = isCombined
		? [{ text: `\n${readLabel(`${aggregator} of ${cells.join(", ")}`)}`, marks: space.colors.dim }]
		: [];
	const lines = wrapStyled([{ text: answer, marks: space.colors.bold }, ...how], space.columns);
	const table = drawMarkedTable(readMember(space.args["inputs"], "table"), coordinates, space);
	return `${lines.join("\n")}${table === "" ? "" : `\n\n${table.trimEnd()}`}`;
}

interface Row {
	/** Undefined for omitted rows. */
	index: number | undefined;
}

function drawMarkedTable(table: unknown, coordinates: readonly number[][], { colors, columns }: ViewSpace): string {
	if (table === null || typeof table !== "object") return "";
	const entries = Object.entries(table as Record<string, unknown>).filter((entry): entry is [string, unknown[]] =>
		Array.isArray(entry[1]),
	);
	const marked = new Set(coordinates.map(([row, column]) => `${row},${column}`));
	const isMarked = ({ index }: Row, column: number): boolean => marked.has(`${index},${column}`);
	const count = Math.max(0, ...entries.map(([, cells]) => cells.length));
	const rows = chooseRows(count, new Set(coordinates.map(([row = -1]) => row)));
	const shown = entries.map(
		([title, cells], position): Column<Row> => ({
			title: readLabel(title),
			value: (row) => {
				if (row.index === undefined) return "…";
				const text = readLabel(cells[row.index]);
				return isMarked(row, position) && colors.level === 0 ? `[${text}]` : text;
			},
			// Marked columns are narrowed last.
			least: coordinates.some(([, column]) => column === position) ? 16 : 6,
			styleOf: (row) => (isMarked(row, position) ? colors.inverse : undefined),
		}),
	);
	return formatTable(shown, [{ rows }], columns, colors);
}

/** Returns all rows of a short table; of a long one those around marked cells, or the first ones. */
function chooseRows(count: number, marked: ReadonlySet<number>): Row[] {
	const all = Array.from({ length: count }, (_, index) => index);
	const isNear = (index: number): boolean => [...marked].some((row) => Math.abs(row - index) <= NEIGHBORS);
	const near = marked.size === 0 ? all : all.filter(isNear);
	const kept = count <= MAX_ROWS ? all : near.slice(0, MAX_ROWS);
	return kept.flatMap((index, position) => {
		const isGap = index > 0 && kept[position - 1] !== index - 1;
		const isEnd = position === kept.length - 1 && index < count - 1;
		return [...(isGap ? [{ index: undefined }] : []), { index }, ...(isEnd ? [{ index: undefined }] : [])];
	});
}

interface Detection {
	label: string;
	score: number;
	box: Record<"xmin" | "ymin" | "xmax" | "ymax", number>;
}

/** A part of an image; the mask is an image in base64. */
interface Segment {
	label: string;
	score?: number;
	mask: string;
}

/** Detected objects, each with its number and color in the preview. */
function listDetections(found: readonly Detection[], space: ViewSpace): string {
	if (found.length === 0) return space.colors.dim("(no objects)");
	return drawTable(found, space, {
		title: "box",
		value: ({ box: { xmin, ymin, xmax, ymax } }) =>
			`${Math.round(xmin)},${Math.round(ymin)} – ${Math.round(xmax)},${Math.round(ymax)}`,
	});
}

/**
 * Returns the parts, each with the number and the color it has in the preview; the number is also in the name of its
 * file.
 */
function listSegments(parts: readonly Segment[], space: ViewSpace): string {
	if (parts.length === 0) return space.colors.dim("(no segments)");
	return drawTable(parts, space, {
		title: "mask",
		value: ({ mask }) => `${Math.floor((mask.replace(/=+$/, "").length * 3) / 4)} bytes`,
	});
}

function drawTable<Found extends { label: string; score?: number }>(
	found: readonly Found[],
	{ colors, columns }: ViewSpace,
	last: Column<Found>,
): string {
	const numbers = new Map(found.map((one, index) => [one, index]));
	const table: Column<Found>[] = [
		{
			title: "#",
			value: (one) => ` ${(numbers.get(one) ?? 0) + 1} `,
			whole: true,
			styleOf: (one) => kindStyle(numbers.get(one) ?? 0, colors.level),
		},
		{ title: "label", value: ({ label }) => readLabel(label), style: colors.bold },
		{
			title: "score",
			value: ({ score }) => (score === undefined ? "" : formatScore(score).trim()),
			align: "right",
			whole: true,
		},
		{ ...last, style: colors.dim },
	];
	return formatTable(table, [{ rows: found }], columns, colors).trimEnd();
}

interface Entity {
	entity_group?: string;
	entity?: string;
	word: string;
	score: number;
	start: number;
	end: number;
}

/** Returns the text with its entities in color, each followed by its kind; a legend of the colors follows. */
function drawSpans(entities: readonly Entity[], { colors, columns, args }: ViewSpace): string {
	if (entities.length === 0) return colors.dim("(no entities)");
	const kinds = [...new Set(entities.map(kindOf))];
	const styleOf = (kind: string): Style => entityStyle(kinds.indexOf(kind), colors);
	const text = typeof args["inputs"] === "string" ? [...args["inputs"]] : undefined;
	const isPlaced =
		text && entities.every(({ start, end }) => Number.isInteger(start) && end > start && end <= text.length);
	if (!isPlaced) return listEntities(entities, styleOf, columns);
	const pieces: StyledText[] = [];
	let position = 0;
	for (const entity of [...entities].sort((left, right) => left.start - right.start)) {
		// Overlapping entities cannot be drawn; the first wins.
		if (entity.start < position) continue;
		const kind = kindOf(entity);
		pieces.push(
			{ text: text.slice(position, entity.start).join(""), marks: undefined },
			{
				text: text.slice(entity.start, entity.end).join(""),
				marks: (word) => styleOf(kind)(colors.underline(word)),
			},
			{ text: `[${kind}]`, marks: colors.dim },
		);
		position = entity.end;
	}
	pieces.push({ text: text.slice(position).join("").trimEnd(), marks: undefined });
	const lines = wrapStyled(pieces, columns);
	return (colors.level > 0 ? [...lines, "", ...drawLegend(entities, kinds, styleOf, columns)] : lines).join("\n");
}

function listEntities(entities: readonly Entity[], styleOf: (kind: string) => Style, columns: number): string {
	const words = entities.map(({ word }) => cutText(readLabel(word), Math.floor(columns / 2)));
	const width = Math.max(...words.map(textWidth));
	return entities
		.map((entity, index) => {
			const kind = kindOf(entity);
			const score = formatScore(entity.score);
			const shown = cutText(kind, Math.max(4, columns - width - score.length - 3));
			return `${styleOf(kind)(padText(words[index] ?? "", width))}  ${shown} ${score}`;
		})
		.join("\n");
}

/** Returns each kind in its color, with its number. */
function drawLegend(
	entities: readonly Entity[],
	kinds: readonly string[],
	styleOf: (kind: string) => Style,
	columns: number,
): string[] {
	const pieces = kinds.flatMap((kind, index): StyledText[] => {
		const count = entities.filter((entity) => kindOf(entity) === kind).length;
		// No-break spaces keep an entry on one line.
		return [
			{ text: index > 0 ? "   " : "", marks: undefined },
			{ text: "■\u00a0", marks: styleOf(kind) },
			{ text: `${kind}\u00a0${count}`, marks: undefined },
		];
	});
	return wrapStyled(pieces, columns);
}

function entityStyle(index: number, colors: Colors): Style {
	const palette: Style[] = [colors.cyan, colors.yellow, colors.magenta, colors.green, colors.blue, colors.red];
	return palette[index % palette.length] ?? colors.bold;
}

function kindOf({ entity_group, entity }: Entity): string {
	return readLabel(entity_group ?? entity ?? "?");
}

/** Returns a text in which one stretch is marked: where an answer stands. Empty if the text has no such stretch. */
function highlight(text: string, start: number, end: number, mark: Style, columns: number): string {
	const characters = [...text];
	if (!(start >= 0 && end > start && end <= characters.length)) return "";
	// Two lines around the answer are enough; whole books are not shown.
	const room = columns * 2;
	const from = Math.max(0, start - room);
	const to = Math.min(characters.length, end + room);
	const piece = (begin: number, finish: number): string =>
		characters.slice(begin, finish).join("").replace(/\s+/g, " ");
	const pieces: StyledText[] = [
		{ text: (from > 0 ? "…" : "") + piece(from, start), marks: undefined },
		{ text: piece(start, end), marks: mark },
		{ text: piece(end, to) + (to < characters.length ? "…" : ""), marks: undefined },
	];
	return wrapStyled(pieces, columns).join("\n");
}

type View = (result: unknown, space: ViewSpace) => string;

/** Views of results on a terminal. Results without a view are shown as JSON. */
const VIEWS: { readonly [Output in OutputKind]?: View } = {
	labels: (result, space) => drawBars(result as Bar[], space),
	entities: (result, space) => drawSpans(result as Parameters<typeof drawSpans>[0], space),
	vectors: describeEmbeddings,
	similarities: drawSimilarities,
	answer: drawAnswer,
	"table-answer": (result, space) => drawTableAnswer(result as Parameters<typeof drawTableAnswer>[0], space),
	guesses: drawGuesses,
	boxes: (result, space) => listDetections(result as Detection[], space),
	masks: (result, space) => listSegments(result as Segment[], space),
	values: drawValues,
};

function drawSimilarities(result: unknown, space: ViewSpace): string {
	const sentences = readMember(space.args["inputs"], "sentences");
	const label = (index: number): string => String((Array.isArray(sentences) && sentences[index]) || index + 1);
	return drawBars(
		(result as number[]).map((score, index) => ({ label: label(index), score })),
		space,
		"value",
	);
}

function drawGuesses(result: unknown, space: ViewSpace): string {
	const guesses = result as { token_str: string; score: number; sequence: string }[];
	const [best] = guesses;
	const sentence = best ? wrapStyled([{ text: best.sequence, marks: space.colors.bold }], space.columns) : [];
	const bars = guesses.map(({ token_str, score }) => ({ label: token_str.trim(), score }));
	return [...sentence, ...(best ? [""] : []), drawBars(bars, space)].join("\n");
}

function drawAnswer(result: unknown, { colors, columns, args }: ViewSpace): string {
	const { answer, score, start, end } = result as { answer: string; score?: number; start?: number; end?: number };
	const context = readMember(args["inputs"], "context");
	const place =
		typeof context === "string" && start !== undefined && end !== undefined
			? highlight(context, start, end, (text) => colors.inverse(text), columns)
			: "";
	const certainty = score === undefined ? [] : [{ text: `  ${formatScore(score).trim()}`, marks: colors.dim }];
	const lines = wrapStyled([{ text: answer, marks: colors.bold }, ...certainty], columns);
	return `${lines.join("\n")}${place ? `\n\n${place}` : ""}`;
}

function drawValues(result: unknown, { colors, columns }: ViewSpace): string {
	const values = result as (number | string)[];
	const width = `row ${values.length}`.length;
	return values
		.map(
			(value, row) =>
				`${colors.dim(padText(`row ${row + 1}`, width))}  ${cutText(readLabel(value), columns - width - 2)}`,
		)
		.join("\n");
}

/** Returns the view of a task's result; undefined if there is none. */
export function findView(task: InferenceTask): View | undefined {
	return VIEWS[SIGNATURES[task].output];
}
