import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { TASKS_DATA } from "../../src/tasks.ts";
import { builtFile } from "../helpers/built.ts";

const dist = builtFile("dist/");
const require = createRequire(import.meta.url);
const described = Object.entries(TASKS_DATA).filter(([, data]) => data !== undefined);

describe("modelhub/tasks/<id>", () => {
	it.each(described)("%s is the record of the task, as ES module and as CommonJS", async (id, data) => {
		expect(((await import(`${dist}lib/tasks/${id}.js`)) as { default: unknown }).default).toEqual(data);
		expect(require(`${dist}cjs/tasks/${id}.js`)).toEqual(data);
	});
});
