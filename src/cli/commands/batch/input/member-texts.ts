/**
 * The values of an object's members as they stand in its JSON text: parsed, `1234567890123456789` and `1.0` would change.
 * @param json valid JSON of an object; the last of several members with one name counts
 */
export function readMemberTexts(json: string): Map<string, string> {
	const texts = new Map<string, string>();
	visitMembers(json, (open, close, start, end) => {
		texts.set(JSON.parse(json.slice(open, close)) as string, json.slice(start, end).trim());
	});
	return texts;
}

/** The value of one member, as in `readMemberTexts`; undefined if there is none. */
export function readMemberText(json: string, name: string): string | undefined {
	const quoted = JSON.stringify(name);
	let found: string | undefined;
	visitMembers(json, (open, close, start, end) => {
		const isNamed =
			json.startsWith(quoted, open) && close - open === quoted.length
				? true
				: json.slice(open, close).includes("\\") && JSON.parse(json.slice(open, close)) === name;
		if (isNamed) found = json.slice(start, end).trim();
	});
	return found;
}

type Visit = (open: number, close: number, start: number, end: number) => void;

/** Tells where the name and the value of each member start and end. */
function visitMembers(json: string, visit: Visit): void {
	for (let place = json.indexOf("{") + 1; ; ) {
		const open = json.indexOf('"', place);
		if (open === -1) return;
		const close = endOfString(json, open);
		const start = json.indexOf(":", close) + 1;
		const end = endOfValue(json, start);
		visit(open, close, start, end);
		if (json[end] !== ",") return;
		place = end + 1;
	}
}

function endOfString(json: string, open: number): number {
	for (let quote = json.indexOf('"', open + 1); quote !== -1; quote = json.indexOf('"', quote + 1)) {
		let before = quote;
		while (json[before - 1] === "\\") before--;
		if ((quote - before) % 2 === 0) return quote + 1;
	}
	return json.length;
}

function endOfValue(json: string, start: number): number {
	let depth = 0;
	for (let place = start; place < json.length; place++) {
		const character = json[place];
		if (character === '"') place = endOfString(json, place) - 1;
		else if (character === "{" || character === "[") depth++;
		else if (character === "}" || character === "]") {
			if (depth === 0) return place;
			depth--;
		} else if (character === "," && depth === 0) return place;
	}
	return json.length;
}
