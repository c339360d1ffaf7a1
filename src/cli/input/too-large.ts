import { ERRORS } from "../errors/error-codes.ts";
import { UsageError } from "../errors/usage.ts";
import { formatSize } from "../terminal/amounts.ts";

export function tooLarge(name: string, limit: number): UsageError {
	return new UsageError(
		`${name} is larger than ${formatSize(limit)}.`,
		ERRORS["input-too-large"].fix,
		"input-too-large",
	);
}
