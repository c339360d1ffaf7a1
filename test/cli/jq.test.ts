import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compileJq, FUNCTIONS, PRELUDE } from "../../src/cli/output/select/jq/compile.ts";
import type { Json } from "../../src/cli/output/select/jq/values.ts";

interface Case {
	expression: string;
	results: string[];
}

/** Reads `test/fixtures/jq/cases.txt`: a document behind `>`, an expression behind `$`, a result a line. */
function readCases(): { document: Json; cases: Case[] } {
	const lines = readFileSync(new URL("../fixtures/jq/cases.txt", import.meta.url), "utf8").split("\n");
	let document: Json = null;
	const cases: Case[] = [];
	for (const line of lines) {
		if (line.startsWith("> ")) document = JSON.parse(line.slice(2)) as Json;
		else if (line.startsWith("$ ")) cases.push({ expression: line.slice(2), results: [] });
		else if (line !== "" && !line.startsWith("# ")) cases.at(-1)?.results.push(line);
	}
	return { document, cases };
}

/** JSON with the keys in order, as `jq -S` prints it. */
function toSortedJson(value: Json): string {
	return JSON.stringify(value, (_, member: Json) =>
		member !== null && typeof member === "object" && !Array.isArray(member)
			? Object.fromEntries(Object.entries(member).sort(([left], [right]) => (left < right ? -1 : 1)))
			: member,
	);
}

function run(expression: string, document: Json): string[] {
	const results: string[] = [];
	try {
		for (const value of compileJq(expression)(document)) results.push(toSortedJson(value));
	} catch {
		results.push("! error");
	}
	return results;
}

const { document, cases } = readCases();

describe("--jq", () => {
	it.each(cases)("returns the results of jq: $expression", ({ expression, results }) => {
		expect(run(expression, document)).toEqual(results);
	});

	it("has cases of every kind", () => {
		expect(cases.length).toBeGreaterThan(500);
	});

	it("parses every function that is written in jq", () => {
		for (const key of FUNCTIONS) {
			const [name, count = "0"] = key.split("/");
			const args = Array.from({ length: Number(count) }, () => "empty").join("; ");
			// A name that is not defined inside of it is an error of its own kind.
			const work = (): Json[] => [...compileJq(args ? `${name}(${args})` : `${name}`)(null)].slice(0, 1);
			if (name === "repeat") continue;
			try {
				work();
			} catch (error) {
				expect((error as Error).constructor.name, key).toBe("JqError");
				expect((error as Error).message, key).not.toMatch(/not defined/);
			}
		}
	});

	it("has what walks long lists as functions of their own, which are many times faster than the same in jq", () => {
		const slow = /^def (?:range\(\$from; \$to; |repeat|sort_by|group_by|transpose|bsearch)/;
		expect(PRELUDE.filter((source) => slow.test(source))).toEqual([]);
		const rows = Array.from({ length: 20_000 }, (_, index) => [(index * 7919) % 20_000, 1]);
		expect(run("transpose | map(length), (.[0] | sort_by(.) | bsearch(19999))", rows)).toEqual([
			"[20000,20000]",
			"19999",
		]);
	});

	it("reports what it lacks, and why", () => {
		expect(() => compileJq("env.HOME")).toThrow("env is not available: the environment contains keys");
		expect(() => compileJq('include "a"; .')).toThrow("modules (import, include) are not available");
		expect(() => compileJq(".[] | nothing(1)")).toThrow("nothing/1 is not defined, at character 7");
		expect(() => compileJq("$x")).toThrow("$x is not defined, at character 1");
		expect(() => compileJq(".[")).toThrow("unexpected end");
		expect(() => compileJq(".a ~ 1")).toThrow('unexpected "~" at character 4');
		expect(() => compileJq('"open')).toThrow("the string at character 1 is not closed");
		expect(() => compileJq('. + "a\\x"')).toThrow("bad escape at character 7");
		expect(() => compileJq('"\\u00g0"')).toThrow("bad escape at character 2");
		expect(() => compileJq('"\\(1"')).toThrow("the string at character 5 is not closed");
		expect(() => compileJq('"\\(1')).toThrow('expected ")" at the end');
		expect(() => compileJq(". 5")).toThrow("unexpected number at character 3");
		expect(() => compileJq(". as 5 | 1")).toThrow('expected "{", got number at character 6');
		expect(() => compileJq("1 as x | 1")).toThrow('expected "{", got "x" at character 6');
		expect(() => compileJq("1 == 2 == 3")).toThrow('unexpected "==" at character 8');
		expect(() => compileJq("break $out")).toThrow("there is no label $out");
		expect(() => compileJq("def if: 1; 1")).toThrow('expected "a name", got "if" at character 5');
	});

	it("yields results one by one, endless ones too", () => {
		const results = compileJq("1 | repeat(. + 1)")(null)[Symbol.iterator]();
		expect([results.next().value, results.next().value, results.next().value]).toEqual([1, 2, 3]);
		expect(run("last(range(20000))", null)).toEqual(["19999"]);
		expect(run("reduce range(20000) as $i (0; . + $i)", null)).toEqual(["199990000"]);
	});

	it("keeps member names unchanged", () => {
		const risky = JSON.parse('{"__proto__": {"x": 1}, "constructor": 2}') as Json;
		expect(run(".__proto__.x, .constructor, .toString, keys", risky)).toEqual([
			"1",
			"2",
			"null",
			'["__proto__","constructor"]',
		]);
		expect(run('{("__proto__"): 1} | .["__proto__"] = 2 | tojson', null)).toEqual([String.raw`"{\"__proto__\":2}"`]);
		expect(run('({} | .x), ({} | has("toString"))', null)).toEqual(["null", "false"]);
	});
});
