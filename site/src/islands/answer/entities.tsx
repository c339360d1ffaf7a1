import type { TokenClassificationOutput } from "modelhub/tasks";
import type { ReactNode } from "react";

/** A text with the names found in it. */
export function Entities({ text, entities }: { text: string; entities: TokenClassificationOutput }) {
	const parts: ReactNode[] = [];
	let end = 0;
	for (const { entity_group: group, entity, start, end: stop } of entities) {
		if (start < end) continue;
		parts.push(
			text.slice(end, start),
			<mark key={start}>
				{text.slice(start, stop)}
				<small>{group ?? entity}</small>
			</mark>,
		);
		end = stop;
	}
	return <p className="entities">{[...parts, text.slice(end)]}</p>;
}
