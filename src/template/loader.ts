import type { Unit } from "./compile/frame.ts";
import type { Engine } from "./engine.ts";
import { TemplateRuntimeError } from "./errors.ts";
import { compileNamed, parseSource } from "./render.ts";
import type { Settings } from "./runtime.ts";
import type { TemplateOptions, Units } from "./settings.ts";
import { adopt } from "./values/adopt.ts";

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

function settleSource(promise: unknown, onFailure: () => void): unknown {
	try {
		return adopt(promise);
	} catch (error) {
		// Any other error means that the promise has not settled yet.
		if (error instanceof Error) onFailure();
		throw error;
	}
}

/** Compiles the templates of a loader on demand; undefined without one. */
export function loadUnits(
	engine: Engine,
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
		const unit = compileNamed(engine, parseSource(engine, source, { ...options, name }), options, name, settings, load);
		units.set(name, unit);
		return unit;
	};
	return load;
}
