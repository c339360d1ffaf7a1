// node js.mjs jobs.json [preload]: runs the snippets of one process one after the other.
// A job is { file, folder, env, result }; what came of it is written to `result`.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [jobs, preload] = process.argv.slice(2);
if (preload) await import(pathToFileURL(preload).href);

// A failure nobody waits for must not end the whole run.
let stray;
process.on("unhandledRejection", (cause) => {
	stray = cause;
});

const initial = { ...process.env };
const write = process.stdout.write.bind(process.stdout);
let printed = "";
process.stdout.write = (text) => {
	printed += text;
	return true;
};

for (const { env, file, folder, result } of JSON.parse(readFileSync(jobs, "utf8"))) {
	printed = "";
	stray = undefined;
	for (const name of Object.keys(process.env)) if (!(name in initial)) delete process.env[name];
	Object.assign(process.env, env);
	process.chdir(folder);
	let error;
	try {
		await import(pathToFileURL(file).href);
		await globalThis.afterSnippet?.();
		await new Promise(setImmediate);
		if (stray) throw stray;
	} catch (cause) {
		error = String(cause?.stack ?? cause);
	}
	writeFileSync(result, JSON.stringify({ error, printed }));
}
process.stdout.write = write;
