import { expect, it } from "vitest";
import { renderHostile } from "./hostile-templates.ts";

// A thousand of them: hostile-memory.long.ts.
it.each(["core", "whole"] as const)("ends generated templates within 250 MB by a result or a limit: %s", (engine) => {
	expect(
		renderHostile(
			Array.from({ length: 12 }, (_, seed) => seed),
			engine,
		),
	).toEqual([]);
});
