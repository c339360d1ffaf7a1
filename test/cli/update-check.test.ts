import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { startServer } from "../helpers/server.ts";
import { createHome } from "../helpers/session.ts";

async function prepare() {
	const registry = await startServer([{ body: { version: "99.0.0" } }]);
	const home = createHome({
		".npmrc": `registry=${registry.url}/\n`,
		".config/hub/config.json": '{ "update.check": "on" }',
	});
	onTestFinished(async () => {
		home.remove();
		await registry.close();
	});
	return { registry, home };
}

describe("the look for a newer release", () => {
	it("is one request a day with nothing but the name, and one line on a terminal", async () => {
		const { registry, home } = await prepare();
		const first = await home.run("hub config path", { columns: 80 });
		expect(first.stderr).toContain("hub 99.0.0 is available");
		const second = await home.run("hub config path", { columns: 80 });
		expect(second.stderr).toBe("");
		expect(registry.requests).toHaveLength(1);
		const [{ method, path, headers, body } = {}] = registry.requests;
		expect([method, path, body]).toEqual(["GET", "/modelhub/latest", ""]);
		expect(headers?.["user-agent"]).toBe("modelhub");
		expect(Object.keys(headers ?? {}).filter((name) => /cookie|auth|npm/.test(name))).toEqual([]);
	});

	it.each([
		["in a pipe", {}, undefined],
		["in CI", { CI: "1" }, 80],
		["with NO_UPDATE_NOTIFIER", { NO_UPDATE_NOTIFIER: "1" }, 80],
	])("is not made %s", async (_, env, columns) => {
		const { registry, home } = await prepare();
		await home.run("hub config path", { env: env as Record<string, string>, ...(columns ? { columns } : {}) });
		expect(registry.requests).toEqual([]);
	});

	it("takes a registry in quotes, as npm does, and asks no other one where it cannot read which", async () => {
		const { registry, home } = await prepare();
		writeFileSync(join(home.folder, ".npmrc"), "registry=company\n");
		expect((await home.run("hub config path", { columns: 80 })).stderr).toBe("");
		rmSync(join(home.folder, ".cache/hub/update-check"));
		writeFileSync(join(home.folder, ".npmrc"), `registry="${registry.url}/"\n`);
		expect((await home.run("hub config path", { columns: 80 })).stderr).toContain("hub 99.0.0 is available");
	});

	it("is off before the first release, and by its setting", async () => {
		const { registry, home } = await prepare();
		await home.run("hub config unset update.check");
		await home.run("hub config path", { columns: 80 });
		expect(registry.requests).toEqual([]);
		const isReleased = /^## \[\d/m.test(readFileSync(join(import.meta.dirname, "../../CHANGELOG.md"), "utf8"));
		expect((await home.run("hub config get update.check")).stdout).toBe(isReleased ? "on\n" : "off\n");
	});
});
