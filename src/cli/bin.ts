import { writeSync } from "node:fs";
import { version } from "../version.ts";
import { openPacks } from "./startup/pack.ts";

const argv = process.argv.slice(2);

// Answered before anything is loaded: scripts ask this to find out whether `hub` is there.
if (argv.length === 1 && (argv[0] === "--version" || argv[0] === "-V")) {
	printVersion();
} else {
	const packed = openPacks(import.meta.dirname, argv)?.("./start.cjs") as typeof import("./start.ts") | undefined;
	if (packed) packed.start(argv);
	else import("./start.ts").then(({ start }) => start(argv));
}

/** Past `process.stdout`, which takes Node longer to make than all the rest takes. */
function printVersion(): void {
	try {
		writeSync(1, `${version}\n`);
	} catch {
		// A pipe that is full can be waited for; one that nobody reads is no failure, a full disk is.
		process.stdout
			.on("error", (error: NodeJS.ErrnoException) => {
				if (error.code === "EPIPE") return;
				process.stderr.write(`Error: ${error.message}\n`);
				process.exitCode = 1;
			})
			.write(`${version}\n`);
	}
}
