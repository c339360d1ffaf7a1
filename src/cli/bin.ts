import { version } from "../base/version.ts";
import { printLast, printReady } from "./startup/ready.ts";

const argv = process.argv.slice(2);

// Answered before anything is loaded: scripts ask this to find out whether `hub` is there.
if (argv.length === 1 && (argv[0] === "--version" || argv[0] === "-V")) {
	printLast(Buffer.from(`${version}\n`));
} else if (!printReady(import.meta.dirname, argv, process.env)) {
	import("./startup/pack.ts").then(async ({ openPacks, packFile }) => {
		const load = openPacks(import.meta.dirname, argv);
		const packed = load?.(`./${packFile("start")}`) as typeof import("./start.ts") | undefined;
		const { start } = packed ?? (await import("./start.ts"));
		await start(argv);
	});
}
