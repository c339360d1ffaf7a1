import type { Colors, Style } from "../../terminal/color.ts";
import { cutText, padText, textWidth } from "../../terminal/width.ts";
import { formatScore } from "./bars.ts";
import { readLabel, type StyledText, type ViewSpace, wrapStyled } from "./view.ts";

interface Entity {
	entity_group?: string;
	entity?: string;
	word: string;
	score: number;
	start: number;
	end: number;
}

/** Returns the text with its entities in color, each followed by its kind; a legend of the colors follows. */
export function drawSpans(entities: readonly Entity[], { colors, columns, args }: ViewSpace): string {
	if (entities.length === 0) return colors.dim("(no entities)");
	const kinds = [...new Set(entities.map(kindOf))];
	const styleOf = (kind: string): Style => kindStyle(kinds.indexOf(kind), colors);
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

function kindStyle(index: number, colors: Colors): Style {
	const palette: Style[] = [colors.cyan, colors.yellow, colors.magenta, colors.green, colors.blue, colors.red];
	return palette[index % palette.length] ?? colors.bold;
}

function kindOf({ entity_group, entity }: Entity): string {
	return readLabel(entity_group ?? entity ?? "?");
}

/** Returns a text in which one stretch is marked: where an answer stands. Empty if the text has no such stretch. */
export function highlight(text: string, start: number, end: number, mark: Style, columns: number): string {
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
