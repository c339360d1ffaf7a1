import { writeSync } from "node:fs";
import { version } from "../version.ts";
import { openPack } from "./pack.ts";

const argv = process.argv.slice(2);

// Answered before anything is loaded: scripts ask this to find out whether `hub` is there.
if (argv.length === 1 && (argv[0] === "--version" || argv[0] === "-V")) {
	printVersion();
} else {
	const pack = openPack(import.meta.dirname)?.load("./start.cjs") as typeof import("./start.ts") | undefined;
	if (pack) pack.start(argv);
	else import("./start.ts").then(({ start }) => start(argv));
}

function printVersion(): void {
	try {
		// Making `process.stdout` would take Node as long as all the rest.
		writeSync(1, `${version}\n`);
	} catch {
		// A pipe that is full, or that nobody reads: 
		process.stdout.on("error", () => undefined).write(`${version}\n`);
	}
}
