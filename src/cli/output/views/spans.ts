import type { Style } from "../color.ts";
import { sanitize } from "../sanitize.ts";
import { formatScore } from "./bars.ts";
import type { ViewSpace } from "./view.ts";

interface Entity {
	entity_group?: string;
	entity?: string;
	word: string;
	score: number;
	start: number;
	end: number;
}

/** The text with its entities in colour, each followed by its kind; below, what the colours stand for. */
export function drawSpans(entities: readonly Entity[], { colors, args }: ViewSpace): string {
	if (entities.length === 0) return colors.dim("(no entities)");
	const kinds = [...new Set(entities.map(kindOf))];
	const palette: Style[] = [colors.cyan, colors.yellow, colors.magenta, colors.green, colors.blue, colors.red];
	const styleOf = (kind: string): Style => palette[kinds.indexOf(kind) % palette.length] ?? colors.bold;
	const text = typeof args["inputs"] === "string" ? [...args["inputs"]] : undefined;
	const isPlaced =
		text && entities.every(({ start, end }) => Number.isInteger(start) && end > start && end <= text.length);
	if (!isPlaced) {
		return entities
			.map(
				(entity) => `${styleOf(kindOf(entity))(sanitize(entity.word))}  ${kindOf(entity)} ${formatScore(entity.score)}`,
			)
			.join("\n");
	}
	let position = 0;
	let drawn = "";
	for (const entity of [...entities].sort((left, right) => left.start - right.start)) {
		// Overlapping entities cannot be drawn one in the other; the first stands.
		if (entity.start < position) continue;
		drawn += sanitize(text.slice(position, entity.start).join(""));
		const style = styleOf(kindOf(entity));
		drawn += `${style(colors.underline(sanitize(text.slice(entity.start, entity.end).join(""))))}${colors.dim(`[${sanitize(kindOf(entity))}]`)}`;
		position = entity.end;
	}
	return drawn + sanitize(text.slice(position).join(""));
}

function kindOf({ entity_group, entity }: Entity): string {
	return entity_group ?? entity ?? "?";
}

/** A text in which one stretch is marked: where an answer stands. */
export function highlight(text: string, start: number, end: number, mark: Style, columns: number): string {
	const characters = [...text];
	if (!(start >= 0 && end > start && end <= characters.length)) return "";
	// Two lines around the answer are enough; whole books are not shown.
	const room = columns * 2;
	const from = Math.max(0, start - room);
	const to = Math.min(characters.length, end + room);
	const piece = (begin: number, finish: number): string =>
		sanitize(characters.slice(begin, finish).join("").replace(/\s+/g, " "));
	return `${from > 0 ? "…" : ""}${piece(from, start)}${mark(piece(start, end))}${piece(end, to)}${to < characters.length ? "…" : ""}`;
}
