import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

/** What each part of `src` may import besides itself; see docs/architecture.md §1. */
const ALLOWED: Record<string, string[]> = {
	"version.ts": [],
	"json.ts": [],
	"base64.ts": [],
	"errors.ts": ["http/redact.ts"],
	template: [],
	catalogue: [],
	http: ["errors.ts", "json.ts"],
	hub: ["http", "catalogue", "errors.ts", "json.ts"],
	inference: ["hub", "http", "catalogue", "errors.ts", "version.ts", "json.ts", "base64.ts"],
	snippets: ["inference", "catalogue", "template", "errors.ts"],
	sandbox: ["inference", "catalogue", "http", "errors.ts", "json.ts", "base64.ts"],
	batch: ["inference", "exchange", "http", "json.ts", "errors.ts"],
	"index.ts": ["http", "hub", "inference", "snippets", "errors.ts"],
	"tasks.ts": ["catalogue", "inference", "snippets"],
	"serve.ts": ["sandbox", "node:http"],
	site: ["*", "react", "react-dom/server"],
	cli: [
		"*",
		"node:",
		"undici",
		"commander",
		"ink",
		"react",
		"conf",
		"chalk",
		"ora",
		"@cfworker/json-schema",
		"pngjs",
		"jpeg-js",
	],
};
/** Loaded only where they are needed, never when a file is loaded. */
const LAZY = ["ink", "react", "undici", "conf", "ora"];
const MAX_LINES = 500;

const source = fileURLToPath(new URL("../src", import.meta.url));
const files = readdirSync(source, { recursive: true, encoding: "utf8" })
	.filter((name) => /\.tsx?$/.test(name))
	.map((name) => name.replaceAll("\\", "/"));

interface Import {
	target: string;
	kind: "static" | "type" | "dynamic";
}

function readImports(file: string): Import[] {
	const text = readFileSync(join(source, file), "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
	const found: Import[] = [];
	const statement = /^(?:import|export)\s+(type\s)?(?:[\w*{][^;"']*?\sfrom\s+)?["']([^"']+)["']/gm;
	for (const [, type, target = ""] of text.matchAll(statement)) found.push({ target, kind: type ? "type" : "static" });
	for (const [, target = ""] of text.matchAll(/\bimport\(\s*["']([^"']+)["']/g))
		found.push({ target, kind: "dynamic" });
	return found.map((item) => ({
		...item,
		target: item.target.startsWith(".") ? relative(source, join(source, dirname(file), item.target)) : item.target,
	}));
}

const graph = new Map(files.map((file) => [file, readImports(file)]));
const part = (file: string): string => file.split("/")[0] ?? file;

function isAllowed(file: string, target: string): boolean {
	const own = part(file);
	if (graph.has(target) || target.endsWith(".json")) {
		if (part(target) === own) return true;
		if (target.includes("/data/")) return false;
	}
	return (ALLOWED[own] ?? []).some(
		(entry) =>
			entry === target ||
			(entry === "*" && (graph.has(target) || target.endsWith(".json"))) ||
			(entry.endsWith(":") ? target.startsWith(entry) : target === entry || target.startsWith(`${entry}/`)),
	);
}

describe("architecture", () => {
	it("has a rule for every part", () => {
		expect(files.map(part).filter((name) => !(name in ALLOWED))).toEqual([]);
	});

	it("imports only along the allowed edges", () => {
		const wrong = [...graph].flatMap(([file, imports]) =>
			imports.filter(({ target }) => !isAllowed(file, target)).map(({ target }) => `${file} → ${target}`),
		);
		expect(wrong).toEqual([]);
	});

	it("has no cycles, type imports included", () => {
		const done = new Set<string>();
		const cycles: string[] = [];
		const visit = (file: string, path: string[]): void => {
			if (path.includes(file)) {
				cycles.push([...path.slice(path.indexOf(file)), file].join(" → "));
				return;
			}
			if (done.has(file)) return;
			for (const { target, kind } of graph.get(file) ?? []) if (kind !== "dynamic") visit(target, [...path, file]);
			done.add(file);
		};
		for (const file of files) visit(file, []);
		expect(cycles).toEqual([]);
	});

	it("loads heavy packages only when they are needed", () => {
		const eager = [...graph].flatMap(([file, imports]) =>
			imports
				.filter(({ target, kind }) => kind === "static" && LAZY.includes(target) && !file.startsWith("cli/ui/"))
				.map(({ target }) => `${file} → ${target}`),
		);
		expect(eager).toEqual([]);
		const mounting = [...graph].flatMap(([file, imports]) =>
			imports
				.filter(({ target, kind }) => kind === "static" && target.startsWith("cli/ui/") && !file.startsWith("cli/ui/"))
				.map(({ target }) => `${file} → ${target}`),
		);
		expect(mounting).toEqual([]);
	});

	it("reaches another part through its index or a named file, never through its data", () => {
		const wrong = [...graph].flatMap(([file, imports]) =>
			imports
				.filter(({ target }) => target.includes("/data/") && part(target) !== part(file))
				.map(({ target }) => `${file} → ${target}`),
		);
		expect(wrong).toEqual([]);
	});

	it("keeps files small", () => {
		const lines = files.map((file) => ({ file, count: readFileSync(join(source, file), "utf8").split("\n").length }));
		expect(lines.filter(({ count }) => count > MAX_LINES)).toEqual([]);
		const counts = lines.map(({ count }) => count).sort((a, b) => a - b);
		expect(counts[Math.floor(counts.length / 2)]).toBeLessThanOrEqual(80);
		expect(counts[Math.floor(counts.length * 0.9)]).toBeLessThanOrEqual(250);
	});

	it("keeps one version number", () => {
		const manifest = JSON.parse(readFileSync(join(source, "../package.json"), "utf8")) as { version: string };
		expect(readFileSync(join(source, "version.ts"), "utf8")).toContain(`"${manifest.version}"`);
	});
});
