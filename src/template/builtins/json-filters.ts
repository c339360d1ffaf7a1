import type { Policies } from "../policies.ts";
import type { Runtime } from "../runtime.ts";
import type { Builtin } from "../values/callable.ts";
import { callHost } from "../values/host.ts";
import type { Value } from "../values/value.ts";
import { requireText } from "./arguments.ts";
import { escapeJson, toJson } from "./json.ts";

/** The filter `tojson` of chat templates. */
export const TOJSON: Builtin<Runtime> = {
	parameters: ["ensure_ascii", "indent", "separators", "sort_keys"],
	run: (runtime, value, ...args) => {
		const [ascii, indentation, separators, sort] = args;
		const { policies } = runtime.settings;
		const usual = policies["json.dumps_kwargs"];
		const options = [
			ascii ?? usual?.ensure_ascii,
			indentation === undefined ? usual?.indent : indentation,
			separators === undefined ? usual?.separators : separators,
			sort ?? usual?.sort_keys,
		] as const;
		const dump = policies["json.dumps_function"];
		return dump ? dumpWith(dump, value, options) : toJson(runtime, value, ...options);
	},
};

/** The filter `tojson` under the option `html_tojson`: keys are sorted unless `json.dumps_kwargs` says otherwise. */
export const HTML_TOJSON: Builtin<Runtime> = {
	parameters: ["indent"],
	run: (runtime, value, indent) => {
		const { policies } = runtime.settings;
		const usual: Policies["json.dumps_kwargs"] = policies["json.dumps_kwargs"] ?? { sort_keys: true };
		const { ensure_ascii = true, separators = null, sort_keys = false } = usual;
		const options = [ensure_ascii, indent ?? usual.indent ?? null, separators, sort_keys] as const;
		const dump = policies["json.dumps_function"];
		return escapeJson(dump ? dumpWith(dump, value, options) : toJson(runtime, value, ...options));
	},
};

/** JSON as a function of the host writes it. */
function dumpWith(
	dump: NonNullable<Policies["json.dumps_function"]>,
	value: Value,
	[ensure_ascii, indent, separators, sort_keys]: readonly Value[],
): string {
	const given = Object.entries({ ensure_ascii, indent, separators, sort_keys });
	const options = new Map(given.filter(([, option]) => option !== undefined && option !== null));
	return requireText(
		callHost(dump, [value], options, () => null),
		"json.dumps_function result",
	);
}
