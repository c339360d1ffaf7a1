/** What a fixture says of a text. */
export interface TextRule {
	contains?: string;
	url?: boolean;
}

/** What is known within one case: rules for texts, and the texts met so far. */
export interface MatchContext {
	rules: Record<string, TextRule>;
	texts: Map<string, string>;
}

/**
 * Compares a value with the pattern of a fixture.
 * @returns the first difference; undefined when there is none
 */
export function findDifference(
	expected: unknown,
	actual: unknown,
	context: MatchContext,
	path = "$",
): string | undefined {
	if (Array.isArray(expected)) {
		if (!Array.isArray(actual)) return `${path}: expected a list, got ${show(actual)}`;
		if (actual.length !== expected.length) return `${path}: expected ${expected.length} entries, got ${show(actual)}`;
		return firstOf(
			expected.map((entry, index) => () => findDifference(entry, actual[index], context, `${path}[${index}]`)),
		);
	}
	if (!isRecord(expected)) {
		return Object.is(expected, actual) ? undefined : `${path}: expected ${show(expected)}, got ${show(actual)}`;
	}
	const special = Object.keys(MATCHERS).find((name) => name in expected);
	if (special) return MATCHERS[special]?.(expected, actual, context, path);
	if (!isRecord(actual)) return `${path}: expected an object, got ${show(actual)}`;
	const extra = Object.keys(actual).filter((name) => !(name in expected));
	if (extra.length > 0) return `${path}: unexpected ${extra.join(", ")}`;
	return firstOf(
		Object.entries(expected).map(
			([name, value]) =>
				() =>
					name in actual ? findDifference(value, actual[name], context, `${path}.${name}`) : `${path}.${name}: missing`,
		),
	);
}

type Matcher = (
	expected: Record<string, unknown>,
	actual: unknown,
	context: MatchContext,
	path: string,
) => string | undefined;

const MATCHERS: Record<string, Matcher> = {
	$text: matchText,
	$json_text: ({ $json_text: inner }, actual, context, path) => {
		try {
			return findDifference(inner, JSON.parse(String(actual)), context, `${path}<json>`);
		} catch {
			return `${path}: expected a text with JSON, got ${show(actual)}`;
		}
	},
	$bytes_of: ({ $bytes_of: file }, actual, _, path) =>
		isRecord(actual) && (actual["$bytes_of"] === file || actual["$blob_of"] === file)
			? undefined
			: `${path}: expected the bytes of ${file}, got ${show(actual)}`,
	$columns: ({ $columns: columns }, actual, _, path) => {
		const { rows } = columns as { rows: number };
		const cells = isRecord(actual) ? Object.values(actual) : [];
		const isTable = cells.length > 0 && cells.every((column) => Array.isArray(column) && column.length === rows);
		return isTable ? undefined : `${path}: expected columns of ${rows} cells, got ${show(actual)}`;
	},
};

function matchText(
	{ $text: id, quoted }: Record<string, unknown>,
	actual: unknown,
	{ rules, texts }: MatchContext,
	path: string,
): string | undefined {
	if (typeof actual !== "string") return `${path}: expected a text, got ${show(actual)}`;
	const [, inner] = /^"(.+)"$/s.exec(actual) ?? [];
	if ((inner !== undefined) !== Boolean(quoted)) return `${path}: quotes around the text: ${show(actual)}`;
	const text = inner ?? actual;
	if (text.trim() === "") return `${path}: empty text`;
	const name = String(id);
	const { contains, url } = rules[name] ?? {};
	if (contains && !text.toLowerCase().includes(contains.toLowerCase())) {
		return `${path}: expected ${show(contains)} in ${show(text)}`;
	}
	if (url && !/^https:\/\/\S+$/.test(text)) return `${path}: expected an address, got ${show(text)}`;
	const known = texts.get(name);
	if (known !== undefined && known !== text) return `${path}: ${show(text)} where ${show(known)} was before`;
	texts.set(name, text);
	return undefined;
}

function firstOf(checks: (() => string | undefined)[]): string | undefined {
	for (const check of checks) {
		const difference = check();
		if (difference !== undefined) return difference;
	}
	return undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

function show(value: unknown): string {
	return JSON.stringify(value) ?? String(value);
}
