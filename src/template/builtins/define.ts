import type { Runtime } from "../runtime.ts";
import { type Builtin, bindArguments, Callable, type Keywords } from "../values/callable.ts";
import type { Value } from "../values/value.ts";

/** Returns a callable with named parameters. */
export function define(name: string, builtin: Builtin<Runtime>): Callable<Runtime> {
	const invoke = (runtime: Runtime, args: readonly Value[], keywords: Keywords | undefined): Value =>
		builtin.run(runtime, null, ...bindArguments(name, builtin, args, keywords));
	return new Callable(name, invoke);
}
