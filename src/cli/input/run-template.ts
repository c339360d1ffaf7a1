import { isTemplateError, untrustedLimits } from "../../template/index.ts";
import { TemplateFileError } from "../errors/usage.ts";
import { interruptible, OutOfTime } from "../terminal/interrupts.ts";

/**
 * The engine's own limit is ten seconds of rendering; this one also covers parsing and formatting, and ends work that
 * the engine cannot end.
 */
const TIME_LIMIT = untrustedLimits.max_time + 250;

/** Runs work that Ctrl-C can stop; an error of the template gets the name of its file. */
export function runTemplate<Result>(name: string, work: () => Result): Result {
	try {
		return interruptible(work, TIME_LIMIT);
	} catch (error) {
		if (error instanceof OutOfTime) throw new TemplateFileError(`${name}: ${error.message}`);
		if (!isTemplateError(error)) throw error;
		const place = [name, error.line, error.column].filter((part) => part !== undefined).join(":");
		throw new TemplateFileError(`${place}: ${error.message}`, error.excerpt);
	}
}
