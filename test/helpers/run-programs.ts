import { pathToFileURL } from "node:url";

/** A program, and the words behind its name. */
export interface Program {
	path: string;
	args: readonly string[];
}

/** What a program wrote, and the error that ended it. */
export interface Printed {
	stdout: string;
	stderr: string;
	error?: string;
}

/**
 * Run as a process: runs the programs of its first argument, JSON, one after the other, and prints what each wrote.
 * Compiling and loading what they share takes far longer than the programs.
 */
async function main(): Promise<void> {
	const write = process.stdout.write.bind(process.stdout);
	const printed: Printed[] = [];
	for (const program of JSON.parse(process.argv[2] ?? "") as Program[]) printed.push(await run(program));
	write(JSON.stringify(printed));
}

async function run({ path, args }: Program): Promise<Printed> {
	const printed: Printed = { stdout: "", stderr: "" };
	for (const name of ["stdout", "stderr"] as const) {
		process[name].write = (part: string | Uint8Array) => {
			printed[name] += typeof part === "string" ? part : Buffer.from(part).toString();
			return true;
		};
	}
	process.argv = [process.execPath, path, ...args];
	try {
		await import(pathToFileURL(path).href);
		return printed;
	} catch (error) {
		return { ...printed, error: String(error) };
	}
}

await main();
