import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { TASKS_DATA } from "../../src/catalogue/tasks-data.ts";
import { asciiJson } from "./ascii.ts";

/**
 * Writes the record of each task as a module of its own, `modelhub/tasks/<id>`: a program that shows one task is
 * bundled with that task only. CommonJS is for Node, which has all of them.
 */
export async function buildTaskData(out: string): Promise<void> {
	for (const kind of ["lib", "cjs"]) await mkdir(join(out, kind, "tasks"), { recursive: true });
	const types = 'import type { TaskData } from "../tasks.js";\ndeclare const data: TaskData;\n';
	for (const [id, data] of Object.entries(TASKS_DATA)) {
		if (!data) continue;
		await writeFile(join(out, "lib/tasks", `${id}.js`), `export default ${asciiJson(data)};\n`);
		// A file each: a task that does not exist has no types either.
		await writeFile(join(out, "lib/tasks", `${id}.d.ts`), `${types}export default data;\n`);
		await writeFile(join(out, "cjs/tasks", `${id}.d.ts`), `${types}export = data;\n`);
		await writeFile(
			join(out, "cjs/tasks", `${id}.js`),
			`module.exports = require("../tasks.js").TASKS_DATA["${id}"];\n`,
		);
	}
}
