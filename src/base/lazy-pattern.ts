/**
 * Returns a function that creates a regular expression on its first call and returns it. V8 takes up to half a
 * millisecond to read one with Unicode classes, even a literal that is never used, and most templates need none.
 */
export function lazyPattern(source: string, flags: string): () => RegExp {
	let pattern: RegExp | undefined;
	return () => {
		pattern ??= new RegExp(source, flags);
		return pattern;
	};
}
