import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";

const MODULE = new URL("../../../src/cli/files/write-all.ts", import.meta.url).href;

/** Node in a shell whose files may have one block: what is beyond it is refused, as on a full disk. */
it.runIf(process.platform === "linux")("fails where the system takes only a part of the bytes", () => {
	const folder = mkdtempSync(join(tmpdir(), "hub-write-"));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	const file = join(folder, "out");
	const program = `
		import { openSync, writeSync } from "node:fs";
		import { writeAll } from ${JSON.stringify(MODULE)};
		const bytes = Buffer.alloc(100_000);
		const taken = writeSync(openSync(${JSON.stringify(`${file}-direct`)}, "w"), bytes);
		let code = "none";
		try {
			writeAll(openSync(${JSON.stringify(file)}, "w"), bytes);
		} catch (error) {
			code = error.code;
		}
		console.log(taken < bytes.length, code);
	`;
	const node = [process.execPath, "--import", "tsx", "--input-type=module", "-e", program];
	const output = execFileSync("bash", ["-c", 'ulimit -f 1; exec "$@"', "bash", ...node], {
		encoding: "utf8",
		env: { ...process.env, TSX_DISABLE_CACHE: "1" },
	});
	expect(output).toBe("true EFBIG\n");
	expect(readFileSync(file).length).toBeLessThan(100_000);
});
