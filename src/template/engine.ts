import type { Unit } from "./compile/frame.ts";
import type { CompilerParts } from "./compile/scope.ts";
import type { findSpans } from "./render-async.ts";
import type { BuiltinLibrary, Settings } from "./runtime.ts";
import type { SettingParts, TemplateOptions, Units } from "./settings.ts";
import type { Syntax } from "./syntax/syntax.ts";

/**
 * What an engine is made of: everything in which one engine may differ from another. `core-engine.ts` has what chat
 * templates use, `whole-engine.ts` all of Jinja2. What an engine lacks is a function that says so. Each template keeps
 * the engine that it was made with.
 */
export interface Engine {
	readonly syntax: Syntax;
	readonly compiler: CompilerParts;
	readonly library: BuiltinLibrary;
	readonly settings: SettingParts;
	/** Finds the compiled templates of the loader; undefined without one. */
	loadUnits(
		engine: Engine,
		options: TemplateOptions,
		settings: Settings,
		units: Units | undefined,
	): ((name: string) => Unit | undefined) | undefined;
	/** Renders with the option `spans`. */
	findSpans: typeof findSpans;
}
