import { FULL_METHODS } from "./access.ts";
import { lazyTable } from "./builtins/builtin.ts";
import { FULL_FILTERS } from "./builtins/filters.ts";
import { GLOBALS } from "./builtins/globals.ts";
import { htmlFilters } from "./builtins/html-filters.ts";
import { layoutFilters } from "./builtins/layout-filters.ts";
import { fullNumberFilters } from "./builtins/number-filters.ts";
import { floatMethods, integerMethods } from "./builtins/number-methods.ts";
import { formatPercent } from "./builtins/printf.ts";
import { fullGlobals } from "./builtins/rare-globals.ts";
import { fullSequenceFilters } from "./builtins/sequence-filters.ts";
import { FORMAT_PERCENT } from "./builtins/tests.ts";
import { coreTextMethods, fullTextMethods } from "./builtins/text-methods.ts";
import { compileComposition } from "./compile/composition.ts";
import { FULL_STATEMENTS } from "./compile/statements.ts";
import { FIND_SPANS, RENDER_IN_PIECES } from "./engine.ts";
import { REFERENCE } from "./options.ts";
import { reference } from "./reference.ts";
import { renderInPieces } from "./render-async.ts";
import { findSpans } from "./spans.ts";
import { parseComposition } from "./syntax/composition-parser.ts";
import { FULL_TAGS } from "./syntax/parser.ts";

/** Adds to the core what only the full engine has. */
export function addAllParts(): void {
	FULL_FILTERS.add(
		lazyTable(() => ({ ...layoutFilters(), ...htmlFilters(), ...fullNumberFilters(), ...fullSequenceFilters() })),
	);
	FULL_METHODS.add({
		text: lazyTable(() => ({ ...coreTextMethods(), ...fullTextMethods() })),
		integer: integerMethods,
		float: floatMethods,
	});
	for (const callable of fullGlobals()) GLOBALS.set(callable.name, callable);
	FULL_TAGS.add(parseComposition);
	FULL_STATEMENTS.add(compileComposition);
	FORMAT_PERCENT.add(formatPercent);
	FIND_SPANS.add(findSpans);
	RENDER_IN_PIECES.add(renderInPieces);
	REFERENCE.add(reference);
}
