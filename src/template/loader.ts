import { callValue } from "./access.ts";
import type { Unit } from "./compile/frame.ts";
import { compileNamed, type HostFunction, parseSource, type TemplateOptions, type Units } from "./engine.ts";
import { TemplateRuntimeError } from "./errors.ts";
import { contextOf } from "./host-context.ts";
import type { Runtime, Settings } from "./runtime.ts";
import { adopt } from "./values/adopt.ts";
import { type Builtin, type BuiltinTable, callHost, type Keywords } from "./values/callable.ts";
import type { Value } from "./values/value.ts";

/** Compiles the templates of a loader on demand; undefined without one. */
export function loadUnits(
	options: TemplateOptions,
	settings: Settings,
	units: Units = new Map<string, Unit>(),
): ((name: string) => Unit | undefined) | undefined {
	if (!options.loader) return undefined;
	const loadSource = createLoad(options.loader);
	const load = (name: string): Unit | undefined => {
		const known = units.get(name);
		if (known) return known;
		const source = loadSource(name);
		if (source === undefined) return undefined;
		const unit = compileNamed(parseSource(source, { ...options, name }), options, name, settings, load);
		units.set(name, unit);
		return unit;
	};
	return load;
}

/**
 * Finds sources of other templates; undefined if there is none of a name. Promises of the loader are kept until they
 * have settled.
 */
export function createLoad(loader: TemplateOptions["loader"]): (name: string) => string | undefined {
	if (typeof loader !== "function") return (name) => (loader && Object.hasOwn(loader, name) ? loader[name] : undefined);
	const pending = new Map<string, unknown>();
	return (name) => {
		const given = pending.get(name) ?? loader(name);
		if (typeof given === "string" || given === undefined) return given;
		pending.set(name, given);
		const source = settleSource(given, () => pending.delete(name));
		if (typeof source !== "string" && source !== undefined)
			throw new TemplateRuntimeError("the loader returned a Promise: call renderAsync");
		pending.delete(name);
		return source;
	};
}

function settleSource(promise: unknown, forget: () => void): unknown {
	try {
		return adopt(promise);
	} catch (error) {
		// Any other error means that the promise has not settled yet.
		if (error instanceof Error) forget();
		throw error;
	}
}

/** Adds filters or tests of the host to those of the engine. */
export function addHostFunctions(
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
