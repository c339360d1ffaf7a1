import { callValue, contextOf } from "./access.ts";
import type { Runtime } from "./runtime.ts";
import type { HostFunction } from "./settings.ts";
import { type Builtin, type BuiltinTable, callHost, type Keywords } from "./values/callable.ts";
import type { Value } from "./values/value.ts";

/** Adds filters or tests of the host to those of the engine. */
export function withHost(
	builtins: BuiltinTable<Runtime>,
	functions: Readonly<Record<string, HostFunction>>,
): BuiltinTable<Runtime> {
	const additions = new Map(
		Object.entries(functions).map(([name, run]): [string, Builtin<Runtime>] => [
			name,
			{
				parameters: ["*args"],
				keywords: "rest",
				run: (runtime, value, args, keywords) =>
					callHost(
						run,
						[value, ...(args as Value[])],
						keywords as Keywords,
						(callee, values) => callValue(runtime, callee, values, undefined),
						contextOf(runtime, run),
					),
			},
		]),
	);
	return {
		get: (name) => additions.get(name) ?? builtins.get(name),
		has: (name) => additions.has(name) || builtins.has(name),
	};
}
