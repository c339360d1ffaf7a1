/** Features of jq that `--jq` lacks, with the reason. */
const MISSING: Readonly<Record<string, string>> = {
	env: "env is not available: the environment contains keys, which hub never prints",
	$ENV: "$ENV is not available: the environment contains keys, which hub never prints",
	import: "modules (import, include) are not available",
	include: "modules (import, include) are not available",
	debug: "debug is not available: only results are printed",
	stderr: "stderr is not available: only results are printed",
	halt: "halt is not available: use empty or error",
	halt_error: "halt_error is not available: use error",
	input_filename: "input_filename is not available: the JSON comes from the command",
	input_line_number: "input_line_number is not available: the JSON comes from the command",
	localtime: "localtime is not available: times are in UTC, see gmtime",
	strflocaltime: "strflocaltime is not available: times are in UTC, see strftime",
	limit: "limit takes a number and an expression: limit(3; .[])",
	splits: 'splits takes a regular expression: splits(", *")',
	modulemeta: "modules (import, include) are not available",
};

/** Explains why a name is not defined; undefined if there is no explanation. */
export function explainMissing(name: string): string | undefined {
	return Object.hasOwn(MISSING, name) ? MISSING[name] : undefined;
}
