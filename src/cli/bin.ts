import { version } from "../base/version.ts";

const argv = process.argv.slice(2);

// Handled before anything is loaded: scripts use this to check whether `hub` is installed.
if (argv.length === 1 && (argv[0] === "--version" || argv[0] === "-V")) {
	process.stdout.on("error", reportFailure).write(`${version}\n`);
} else void import("./start.ts").then(({ start }) => start(argv));

/** A closed pipe (`| head`) is not an error, but a full disk is. */
function reportFailure({ code }: NodeJS.ErrnoException): void {
	if (code === "EPIPE") return;
	process.stderr.write(`Error: The output cannot be written${code === "ENOSPC" ? ": the disk is full" : ""}.\n`);
	process.exitCode = 1;
}
