import { taskName } from "../../../catalogue/aliases.ts";
import { type OutputKind, SIGNATURES } from "../../../catalogue/signatures.ts";
import { readMember } from "../../../http/index.ts";
import type {
	ImageSegmentationOutputElement,
	InferenceTask,
	ObjectDetectionOutputElement,
	TableQuestionAnsweringOutputElement,
	TokenClassificationOutputElement,
} from "../../../inference/index.ts";
import { inapplicable } from "../../errors/usage.ts";
import type { Style } from "../../terminal/color.ts";
import { kindStyle } from "../../terminal/palette.ts";
import { type Column, formatTable } from "../../terminal/table.ts";
import { cutText, padText, textWidth } from "../../terminal/width.ts";
import { type Bar, describeEmbeddings, drawBars, formatScore } from "./bars.ts";
import { readLabel, type StyledText, type ViewSpace, wrapStyled } from "./view.ts";

/** Rows shown around each row of an answer. */
const NEIGHBORS = 2;
const MAX_ROWS = 20;

/**
 * Returns the answer, its aggregation, and the table with its cells marked: in reverse, or in brackets without colors.
 */
function drawTableAnswer(result: TableQuestionAnsweringOutputElement, space: ViewSpace): string {
	const { answer, aggregator, cells = [], coordinates = [] } = result;
	const how =
		aggregator && aggregator !== "NONE"
			? [{ text: `\n${readLabel(`${aggregator} of ${cells.join(", ")}`)}`, marks: space.colors.dim }]
			: [];
	const lines = wrapStyled([{ text: answer, marks: space.colors.bold }, ...how], space.columns);
	const table = drawMarkedTable(readMember(space.args["inputs"], "table"), coordinates, space);
	return `${lines.join("\n")}${table === "" ? "" : `\n\n${table.trimEnd()}`}`;
}

/** Index of a row; undefined for omitted ones. */
type RowIndex = number | undefined;

function drawMarkedTable(table: unknown, coordinates: readonly number[][], { colors, columns }: ViewSpace): string {
	if (table === null || typeof table !== "object") return "";
	const entries = Object.entries(table as Record<string, unknown>).filter((entry): entry is [string, unknown[]] =>
		Array.isArray(entry[1]),
	);
	const marked = new Set(coordinates.map(([row, column]) => `${row},${column}`));
	const isMarked = (row: RowIndex, column: number): boolean => marked.has(`${row},${column}`);
	const count = Math.max(0, ...entries.map(([, cells]) => cells.length));
	const rows = chooseRows(count, new Set(coordinates.map(([row = -1]) => row)));
	const shown = entries.map(
		([title, cells], position): Column<RowIndex> => ({
			title: readLabel(title),
			value: (row) => {
				if (row === undefined) return "…";
				const text = readLabel(cells[row]);
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
function chooseRows(count: number, marked: ReadonlySet<number>): RowIndex[] {
	const all = Array.from({ length: count }, (_, index) => index);
	const isNear = (index: number): boolean => [...marked].some((row) => Math.abs(row - index) <= NEIGHBORS);
	const near = marked.size === 0 ? all : all.filter(isNear);
	const kept = count <= MAX_ROWS ? all : near.slice(0, MAX_ROWS);
	return kept.flatMap((index, position) => {
		const isGap = index > 0 && kept[position - 1] !== index - 1;
		const isEnd = position === kept.length - 1 && index < count - 1;
		return [...(isGap ? [undefined] : []), index, ...(isEnd ? [undefined] : [])];
	});
}

function listDetections(found: readonly ObjectDetectionOutputElement[], space: ViewSpace): string {
	return drawTable("objects", found, space, {
		title: "box",
		value: ({ box: { xmin, ymin, xmax, ymax } }) =>
			`${Math.round(xmin)},${Math.round(ymin)} – ${Math.round(xmax)},${Math.round(ymax)}`,
	});
}

function listSegments(parts: readonly ImageSegmentationOutputElement[], space: ViewSpace): string {
	return drawTable("segments", parts, space, {
		title: "mask",
		value: ({ mask }) => `${Math.floor((mask.replace(/(?<!=)=+$/, "").length * 3) / 4)} bytes`,
	});
}

/** The objects in an image, each with its number and color in the preview; file names contain the number too. */
function drawTable<Found extends { label: string; score?: number }>(
	name: string,
	found: readonly Found[],
	{ colors, columns }: ViewSpace,
	last: Column<Found>,
): string {
	if (found.length === 0) return colors.dim(`(no ${name})`);
	const rows = found.map((one, index) => ({ ...one, index }));
	const table: Column<Found & { index: number }>[] = [
		{
			title: "#",
			value: ({ index }) => ` ${index + 1} `,
			whole: true,
			styleOf: ({ index }) => kindStyle(index, colors.level),
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
	return formatTable(table, [{ rows }], columns, colors).trimEnd();
}

/** Returns the text with its entities in color, each followed by its kind; a legend of the colors follows. */
function drawSpans(
	entities: readonly TokenClassificationOutputElement[],
	{ colors, columns, args }: ViewSpace,
): string {
	if (entities.length === 0) return colors.dim("(no entities)");
	const kinds = [...new Set(entities.map(kindOf))];
	const palette = [colors.cyan, colors.yellow, colors.magenta, colors.green, colors.blue, colors.red];
	const styleOf = (kind: string): Style => palette[kinds.indexOf(kind) % palette.length] ?? colors.bold;
	const text = typeof args["inputs"] === "string" ? [...args["inputs"]] : undefined;
	const isPlaced =
		text && entities.every(({ start, end }) => Number.isInteger(start) && end > start && end <= text.length);
	if (!isPlaced) return listEntities(entities, styleOf, columns);
	const pieces: StyledText[] = [];
	let position = 0;
	for (const entity of [...entities].sort((left, right) => left.start - right.start)) {
		// Overlapping entities cannot be drawn; the first one is shown.
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
	if (colors.level === 0) return lines.join("\n");
	const legend = kinds.flatMap((kind, index): StyledText[] => {
		const count = entities.filter((entity) => kindOf(entity) === kind).length;
		// No-break spaces keep an entry on one line.
		return [
			{ text: index > 0 ? "   " : "", marks: undefined },
			{ text: "■\u00a0", marks: styleOf(kind) },
			{ text: `${kind}\u00a0${count}`, marks: undefined },
		];
	});
	return [...lines, "", ...wrapStyled(legend, columns)].join("\n");
}

function listEntities(
	entities: readonly TokenClassificationOutputElement[],
	styleOf: (kind: string) => Style,
	columns: number,
): string {
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

function kindOf({ entity_group, entity }: TokenClassificationOutputElement): string {
	return readLabel(entity_group ?? entity ?? "?");
}

/** Returns a text with one range marked: the answer. Empty if the text has no such range. */
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

/** Views of results on a terminal. Null: the result is text or a file, or shown as JSON. */
const VIEWS: Readonly<Record<OutputKind, ((result: never, space: ViewSpace) => string) | null>> = {
	chat: null,
	text: null,
	summary: null,
	translation: null,
	// Only with times, which depends on the result.
	transcript: null,
	image: null,
	video: null,
	audio: null,
	speech: null,
	recordings: null,
	labels: (result: readonly Bar[], space) => drawBars(result, space),
	entities: drawSpans,
	vectors: describeEmbeddings,
	similarities: drawSimilarities,
	answer: drawAnswer,
	"table-answer": drawTableAnswer,
	guesses: drawGuesses,
	boxes: listDetections,
	masks: listSegments,
	values: drawValues,
	other: null,
};

function drawSimilarities(result: readonly number[], space: ViewSpace): string {
	const sentences = readMember(space.args["inputs"], "sentences");
	const label = (index: number): string => String((Array.isArray(sentences) && sentences[index]) || index + 1);
	const bars = result.map((score, index) => ({ label: label(index), score }));
	return drawBars(bars, space, "value");
}

function drawGuesses(
	guesses: readonly { token_str: string; score: number; sequence: string }[],
	space: ViewSpace,
): string {
	const [best] = guesses;
	const sentence = best ? [...wrapStyled([{ text: best.sequence, marks: space.colors.bold }], space.columns), ""] : [];
	const bars = guesses.map(({ token_str, score }) => ({ label: token_str.trim(), score }));
	return [...sentence, drawBars(bars, space)].join("\n");
}

function drawAnswer(
	{ answer, score, start, end }: { answer: string; score?: number; start?: number; end?: number },
	{ colors, columns, args }: ViewSpace,
): string {
	const context = readMember(args["inputs"], "context");
	const place =
		typeof context === "string" && start !== undefined && end !== undefined
			? highlight(context, start, end, colors.inverse, columns)
			: "";
	const certainty = score === undefined ? [] : [{ text: `  ${formatScore(score).trim()}`, marks: colors.dim }];
	const lines = wrapStyled([{ text: answer, marks: colors.bold }, ...certainty], columns);
	return `${lines.join("\n")}${place ? `\n\n${place}` : ""}`;
}

function drawValues(values: readonly (number | string)[], { colors, columns }: ViewSpace): string {
	const width = `row ${values.length}`.length;
	return values
		.map((value, row) => {
			const name = colors.dim(padText(`row ${row + 1}`, width));
			return `${name}  ${cutText(readLabel(value), columns - width - 2)}`;
		})
		.join("\n");
}

export function findView(task: InferenceTask): View | undefined {
	return (VIEWS[SIGNATURES[task].output] ?? undefined) as View | undefined;
}

/** @throws UsageError for `--format table` if the task's result has no rows; those with rows have a view */
export function checkTableFormat(task: InferenceTask): void {
	if (findView(task)) return;
	throw inapplicable(
		`--format table does not apply to ${taskName(task)}.`,
		"Its result has no rows; use text or json.",
	);
}
