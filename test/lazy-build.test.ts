import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { withLock } from "../src/node-lock.ts";
import { plantLock } from "./helpers/locks.ts";

/** They do not run with the tests, or build by themselves. */
const EXEMPT = /^(agents|bench|clients|fixtures)\//;

describe("tests that need the build", () => {
	it("get it through test/helpers/built.ts, which builds what changed", () => {
		const files = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" }).filter(
			(name) => /\.tsx?$/.test(name) && !EXEMPT.test(name) && !name.includes("node_modules"),
		);
		const needy = files.filter((name) => {
			const text = readFileSync(join(import.meta.dirname, name), "utf8");
			return /["'`/](bin\/hub\.js|dist\/(cli|lib|cjs)\b)/.test(text) && !/\/built\.ts";/.test(text);
		});
		expect(files.length).toBeGreaterThan(300);
		expect(needy.filter((name) => !/^(helpers\/built|lazy-build\.test)\.ts$/.test(name))).toEqual([]);
	});
});

describe("builds at once", () => {
	const patience = Number.POSITIVE_INFINITY;
	const inFolder = (): string => {
		const folder = mkdtempSync(join(tmpdir(), "hub-lock-"));
		onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
		return join(folder, "dist");
	};

	it("run one after the other, also after one that failed", async () => {
		const path = inFolder();
		const steps: string[] = [];
		const work = (name: string) => async (): Promise<void> => {
			steps.push(`${name} begins`);
			await new Promise((resolve) => setImmediate(resolve));
			steps.push(`${name} ends`);
			if (name === "first") throw new Error("broken");
		};
		const [first, second] = await Promise.allSettled([
			withLock(path, { patience }, work("first")),
			withLock(path, { patience }, work("second")),
		]);
		expect(steps).toEqual(["first begins", "first ends", "second begins", "second ends"]);
		expect([first.status, second.status]).toEqual(["rejected", "fulfilled"]);
	});

	it("do not wait for one whose process is gone", async () => {
		const path = inFolder();
		// The first process of the system did not start when this holder says.
		await plantLock(path, { pid: "1", started: "999" });
		let isRun = false;
		await withLock(path, { patience }, async () => {
			isRun = true;
		});
		expect(isRun).toBe(true);
	}, 20_000);
});
