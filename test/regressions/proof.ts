/** A test of a behaviour that was once at fault, and a change of the source that brings the fault back. */
export interface Proof {
	/** What holds since the fault was mended. */
	behaviour: string;
	/** A session by its name, or a file of tests with the beginning of a title: `cli/x.test.ts: 12. Ctrl-C`. */
	test: string;
	/** Brings the fault back: in `file` (below `src`, or from the root with a slash), `put` takes the place of `find`. */
	fault: { file: string; find: string; put: string };
}

/** Returns the file of a proof's test, below `test`, and what its title begins with. */
export function locateTest({ test }: Proof): { file: string; title: string } {
	const [file = "", title] = test.split(/: (.*)/s);
	return title === undefined ? { file: "cli/sessions.test.ts", title: `sessions ${file}` } : { file, title };
}

/** Returns the source of a fault, from the root. */
export function sourceOf({ fault: { file } }: Proof): string {
	return file.startsWith("/") ? file.slice(1) : `src/${file}`;
}
