/** The context of a template at the call of a host function. */
export interface HostContext {
	/** Returns the value of a name; undefined if there is none. */
	get(name: string): unknown;
	/** Whether values are escaped for HTML at the call. */
	readonly autoescape: boolean;
	/** Name of the calling template; undefined if it has none. */
	readonly templateName: string | undefined;
}

/** A host function whose first argument is the context of its call. */
export type ContextFunction = (context: HostContext, ...args: never[]) => unknown;

const CONTEXTUAL = new WeakSet<object>();

/**
 * Marks a function, filter or test of the host: it gets the context of the call as its first argument. Returns the
 * function itself.
 */
export function passContext<Run extends ContextFunction>(run: Run): Run {
	CONTEXTUAL.add(run);
	return run;
}

/** Whether a host function needs the context of its call. */
export function wantsContext(callee: object): boolean {
	return CONTEXTUAL.has(callee);
}
