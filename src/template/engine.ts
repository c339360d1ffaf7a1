import type { Unit } from "./compile/frame.ts";
import type { CompilerParts } from "./compile/scope.ts";
import type { findSpans } from "./render-async.ts";
import type { BuiltinLibrary, Settings } from "./runtime.ts";
import type { SettingParts, TemplateOptions, Units } from "./settings.ts";
import type { Syntax } from "./syntax/syntax.ts";

/**
 * The parts of an engine: everything in which engines may differ. `core-engine.ts` has what chat
 * templates use, `whole-engine.ts` all of Jinja2. A missing part is a function that throws an error. Each template
 * keeps the engine that created it.
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
