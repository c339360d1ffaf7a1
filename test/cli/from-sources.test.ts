import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

it("runs from its sources", () => {
	const folder = mkdtempSync(join(tmpdir(), "hub-dev-"));
	try {
		const output = execFileSync(process.execPath, ["--import", "tsx", "src/cli/bin.ts", "tasks", "--json"], {
			cwd: root,
			encoding: "utf8",
			env: { ...process.env, HUB_CONFIG_DIR: folder, HUB_CACHE_DIR: folder },
		});
		expect(JSON.parse(output)).toContainEqual(expect.objectContaining({ id: "text-to-image" }));
	} finally {
		rmSync(folder, { recursive: true });
	}
}, 60_000);
