import { readMember } from "../../../http/index.ts";
import { type Column, formatTable } from "../../terminal/table.ts";
import { readLabel, type ViewSpace, wrapStyled } from "./view.ts";

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
export function drawTableAnswer(result: TableAnswer, space: ViewSpace): string {
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
