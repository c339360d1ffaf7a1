/** Provider, model and token source of an error: attached by the failing step, read by the error report. */
export interface Subject {
	provider?: string | undefined;
	model?: string | undefined;
	/** Where the token comes from: `HF_TOKEN`, `--token`, the path of a file … */
	tokenSource?: string | undefined;
}

const SUBJECTS = new WeakMap<object, Subject>();

/**
 * Runs work, and attaches its subject to the error if it fails.
 * @param subject a function if it becomes known only during the work
 */
export async function withSubject<Result>(
	subject: Subject | (() => Subject),
	work: () => Promise<Result>,
): Promise<Result> {
	try {
		return await work();
	} catch (error) {
		throw attachSubject(error, typeof subject === "function" ? subject() : subject);
	}
}

export function attachSubject(error: unknown, subject: Subject): unknown {
	if (error instanceof Error) {
		const known = Object.entries(subjectOf(error)).filter(([, value]) => value !== undefined);
		SUBJECTS.set(error, { ...subject, ...Object.fromEntries(known) });
	}
	return error;
}

export function subjectOf(error: unknown): Subject {
	return (error instanceof Error && SUBJECTS.get(error)) || {};
}
