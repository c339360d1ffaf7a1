import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import { makeRandom } from "../fuzz/random.ts";

/** Expressions that make much of little; `s` is a text, `l` a list, `i` a number. */
const TEXTS = [
	"'a' * 4999999",
	"'🙂' * 2000000",
	"'a,' * 2000000",
	"'a ' * 2400000",
	"s ~ s",
	"s + 'b' * 1000000",
	"s | upper",
	"s | replace('a', 'bb')",
	"s | trim",
	"l | join(',')",
	"l | string",
	"s | e",
	"s[1:]",
	"s.title()",
	"'%s' | format(s)",
	"l | tojson",
];
const LISTS = [
	"[s] * 999",
	"l + [s]",
	"l + l",
	"s | list",
	"s.split(',')",
	"s.split()",
	"range(99999) | list",
	"[[s] * 99] * 99",
	"l | reverse | list",
	"l | map('upper') | list",
	"[s ~ i, l]",
];
const COUNTS = [3, 150, 9999, 99999];

/** Returns a template of at most a few hundred characters that keeps what it makes. */
function hostileTemplate(seed: number): string {
	const random = makeRandom(seed);
	const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
	const steps = Array.from({ length: 1 + Math.floor(random() * 3) }, () => {
		const isText = random() < 0.5;
		const look = random() < 0.3 ? "{% if 'zz' in ns.s %}{% endif %}" : "";
		const written = random() < 0.2 ? "{{ ns.s }}" : "";
		const kept = random() < 0.5 ? "{% set ns.all = [ns.s, ns.l, ns.all] %}" : "";
		const value = (isText ? pick(TEXTS) : pick(LISTS)).replace(/\b([sl])\b(?!')/g, "ns.$1");
		return `{% set ns.${isText ? "s" : "l"} = ${value} %}${look}${written}${kept}`;
	});
	const start = `{% set ns = namespace(s='ab,c', l=[1], all=[]) %}`;
	return `${start}{% for i in range(${pick(COUNTS)}) %}${steps.join("")}{% endfor %}{{ ns.l | length }}`;
}

/** Megabytes of the heap of a process that renders, the engine included: with more it dies. */
const MEMORY_MB = 250;

/** Renders templates of these seeds, each engine in processes of little memory; returns those that end otherwise than they may. */
export function renderHostile(seeds: readonly number[], engine: "core" | "whole"): string[] {
	const folder = mkdtempSync(join(tmpdir(), "templates-"));
	try {
		const program = join(folder, "render.mjs");
		const source = fileURLToPath(new URL("render-lines.ts", import.meta.url));
		buildSync({ entryPoints: [source], outfile: program, bundle: true, platform: "node", format: "esm" });
		const failures: string[] = [];
		for (let rest = seeds; rest.length > 0; ) {
			const templates = rest.map(hostileTemplate);
			const { stdout, signal } = spawnSync(process.execPath, [`--max-old-space-size=${MEMORY_MB}`, program, engine], {
				input: templates.map((template) => `${JSON.stringify(template)}\n`).join(""),
				encoding: "utf8",
			});
			const endings = stdout.split("\n").filter(Boolean);
			for (const [index, ending] of endings.entries()) {
				if (ending !== "result" && ending !== "limit") failures.push(`${ending}: ${templates[index]}`);
			}
			if (endings.length < rest.length) failures.push(`the process died (${signal}): ${templates[endings.length]}`);
			rest = rest.slice(endings.length + 1);
		}
		return failures;
	} finally {
		rmSync(folder, { recursive: true });
	}
}
