import { version } from "../base/version.ts";

const argv = process.argv.slice(2);

// Answered before anything is loaded: scripts ask this to find out whether `hub` is there.
if (argv.length === 1 && (argv[0] === "--version" || argv[0] === "-V")) process.stdout.write(`${version}\n`);
else import("./start.ts").then(({ start }) => start(argv));
