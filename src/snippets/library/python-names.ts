const KEYWORDS = new Set(
	(
		"False None True and as assert async await break class continue def del elif else except finally for from " +
		"global if import in is lambda nonlocal not or pass raise return try while with yield"
	).split(" "),
);

/** Whether a text is a Python name, for example after `import`. */
export function isPythonName(text: string): boolean {
	return /^[A-Za-z_][A-Za-z0-9_]*$/.test(text) && !KEYWORDS.has(text);
}

/** Returns a class name from a record, dotted or not; undefined if it is missing or not a name. */
export function readClassName(value: unknown): string | undefined {
	return typeof value === "string" && value.split(".").every(isPythonName) ? value : undefined;
}

/** Returns the name to import to use a class: the class itself, or the module at the start of a dotted name. */
export function findImportName(className: string): string {
	return className.split(".", 1).join();
}
