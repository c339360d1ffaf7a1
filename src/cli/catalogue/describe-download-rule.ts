/**
 * Says in words which files a query counts, such as `files ending in .pt, or the file config.json`.
 * @param query terms `field:"value"` joined by `AND` and `OR`; undefined for the usual files
 * @param usual file names counted without a query
 */
export function describeDownloadRule(query: string | undefined, usual: readonly string[]): string {
	if (query === undefined) return nameFiles(usual);
	const alternatives = query.split(" OR ").map((alternative) => alternative.split(" AND ").map(readTerm));
	const named = alternatives.flatMap(([term, ...more]) =>
		term?.field === "path" && more.length === 0 ? [term.value] : [],
	);
	const others = alternatives.filter(([term, ...more]) => term?.field !== "path" || more.length > 0).map(describeTerms);
	return joinWords([...(named.length > 0 ? [nameFiles(named)] : []), ...others]);
}

interface Term {
	field: string;
	value: string;
}

function readTerm(text: string): Term {
	const [, field, value = ""] = /^([a-z_]+):"(.*)"$/.exec(text.trim()) ?? [];
	if (field === undefined) throw new Error(`a term that cannot be read: ${text}`);
	return { field, value };
}

/** Conditions on one file. */
function describeTerms(terms: readonly Term[]): string {
	const find = (field: string): string | undefined => terms.find((term) => term.field === field)?.value;
	const [path, name, extension, folder] = [
		find("path"),
		find("path_filename"),
		find("path_extension"),
		find("path_prefix"),
	];
	const what = [
		path !== undefined && `the file ${path}`,
		name !== undefined &&
			`files named ${extension === undefined ? `${name} with any extension` : `${name}.${extension}`}`,
		name === undefined && extension !== undefined && `files ending in .${extension}`,
	].filter(Boolean);
	const where =
		folder === undefined ? find("_exists_") === "path_prefix" && "inside a folder" : `in the folder ${folder}`;
	return [what.join(" "), where].filter(Boolean).join(" ");
}

function nameFiles(names: readonly string[]): string {
	return names.length === 1 ? `the file ${names[0]}` : `the files ${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}

function joinWords(words: readonly string[]): string {
	return words.join(", or ");
}
