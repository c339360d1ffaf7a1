import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { generateFromProviders } from "../../scripts/generate-providers.ts";

const generated = generateFromProviders();

it.each([...generated])("%s is up to date (npm run generate)", (path, text) => {
	expect(readFileSync(join(import.meta.dirname, "../..", path), "utf8")).toBe(text);
});
