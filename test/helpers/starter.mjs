// A small process that starts others for a worker of vitest; see run-process.ts.
import { spawn } from "node:child_process";

process.on("message", ({ id, command, args, cwd, env, input, timeout }) => {
	const stdio = [input === undefined ? "ignore" : "pipe", "pipe", "pipe"];
	const child = spawn(command, args, { cwd, env, stdio, timeout, killSignal: "SIGKILL" });
	const parts = { stdout: [], stderr: [], all: [] };
	for (const name of ["stdout", "stderr"]) {
		child[name].on("data", (bytes) => {
			parts[name].push(bytes);
			parts.all.push(bytes);
		});
	}
	// A program that does not read its input to the end is no failure.
	child.stdin?.on("error", () => undefined).end(input);
	child.on("error", (error) => process.send({ id, error: error.message }));
	child.on("close", (code) => {
		const [stdout, stderr, all] = [parts.stdout, parts.stderr, parts.all].map((list) => Buffer.concat(list));
		process.send({ id, result: { stdout, stderr, all, code: code ?? -1 } });
	});
});
process.on("disconnect", () => process.exit());
