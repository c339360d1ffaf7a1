import { expect, it } from "vitest";
import { renderHostile } from "./hostile-templates.ts";

it.each(["core", "whole"] as const)(
	"ends 1,000 generated templates within 250 MB by a result or a limit: %s",
	(engine) => {
		expect(
			renderHostile(
				Array.from({ length: 1_000 }, (_, seed) => seed),
				engine,
			),
		).toEqual([]);
	},
);
