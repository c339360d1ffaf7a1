/**
 * Returns a function that returns a regular expression, made at the first call. V8 takes up to half a millisecond to read
 * one with Unicode classes, also a literal that is never used, and most templates need none.
 */
export function lazyPattern(source: string, flags: string): () => RegExp {
	let pattern: RegExp | undefined;
	return () => {
		pattern ??= new RegExp(source, flags);
		return pattern;
	};
}
