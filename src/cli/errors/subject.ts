/** Provider, model and token source of an error: attached where the work is done, read where the error is reported. */
export interface Subject {
	provider?: string | undefined;
	model?: string | undefined;
	/** Where the token comes from: `HF_TOKEN`, `--token`, the path of a file … */
	tokenSource?: string | undefined;
}

const SUBJECTS = new WeakMap<object, Subject>();

/**
 * Runs some work, and attaches its subject to the error if it fails.
 * @param subject a function where it becomes known only during the work
 */
export async function concerning<Result>(
	subject: Subject | (() => Subject),
	work: () => Promise<Result>,
): Promise<Result> {
	try {
		return await work();
	} catch (error) {
		if (error instanceof Error) {
			const outer = typeof subject === "function" ? subject() : subject;
			const inner = Object.entries(subjectOf(error)).filter(([, value]) => value !== undefined);
			SUBJECTS.set(error, { ...outer, ...Object.fromEntries(inner) });
		}
		throw error;
	}
}

/** Returns the subject of an error, as far as it is known. */
export function subjectOf(error: unknown): Subject {
	return (error instanceof Error && SUBJECTS.get(error)) || {};
}
