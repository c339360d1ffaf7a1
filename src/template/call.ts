import { TemplateRuntimeError } from "./errors.ts";
import { contextOf } from "./host-context.ts";
import type { Runtime } from "./runtime.ts";
import { Callable, type Keywords } from "./values/callable.ts";
import { callHost } from "./values/host.ts";
import { typeName } from "./values/type-name.ts";
import { Undefined } from "./values/undefined.ts";
import type { Value } from "./values/value.ts";

/** Calls a value. */
export function callValue(runtime: Runtime, callee: Value, args: Value[], keywords: Keywords | undefined): Value {
	if (callee instanceof Callable) return callee.invoke(runtime, args, keywords);
	if (typeof callee === "function")
		return callHost(
			callee,
			args,
			keywords,
			(inner, values) => callValue(runtime, inner, values, undefined),
			contextOf(runtime, callee),
		);
	try {
		return failToCall(callee);
	} catch (error) {
		throw runtime.settings.reference?.rewordCall(error, callee) ?? error;
	}
}

function failToCall(callee: Value): never {
	if (callee instanceof Undefined) return callee.fail();
	throw new TemplateRuntimeError(`'${typeName(callee)}' object is not callable`);
}
