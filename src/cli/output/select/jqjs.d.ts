declare module "@michaelhomer/jqjs" {
	/** Reads an expression; the results of a value are made one by one. Errors are thrown as strings. */
	export function compile(expression: string): (value: unknown) => Iterable<unknown>;
}
