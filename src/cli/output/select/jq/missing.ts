/** What jq has and `--jq` has not, with the reason. */
const MISSING: Readonly<Record<string, string>> = {
	env: "env is not there: the environment holds keys, and no output of hub does",
	$ENV: "$ENV is not there: the environment holds keys, and no output of hub does",
	import: "modules (import, include) are not there",
	include: "modules (import, include) are not there",
	debug: "debug is not there: only results are printed",
	stderr: "stderr is not there: only results are printed",
	halt: "halt is not there: use empty or error",
	halt_error: "halt_error is not there: use error",
	input_filename: "input_filename is not there: the JSON comes from the command",
	input_line_number: "input_line_number is not there: the JSON comes from the command",
	localtime: "localtime is not there: times are those of UTC, see gmtime",
	strflocaltime: "strflocaltime is not there: times are those of UTC, see strftime",
	limit: "limit takes a number and an expression: limit(3; .[])",
	splits: 'splits takes a regular expression: splits(", *")',
	modulemeta: "modules (import, include) are not there",
};

/** Says why a name is not known; undefined if there is no more to say than that. */
export function explainMissing(name: string): string | undefined {
	return Object.hasOwn(MISSING, name) ? MISSING[name] : undefined;
}
