import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** How many test files run first, and then, as long as the fault survives. */
const STAGES = [3, 9, 20] as const;
const SESSIONS = "test/cli/sessions.test.ts";
const SOURCE = /\.tsx?$/;
const TEST = /\.test\.tsx?$/;
/** They start programs or builds, or look at sources, which a mutation of a line does not concern. */
const UNSUITABLE =
	/^test\/(package|browser|clients|runtimes|regressions|mutate|sandbox-snippets|build|built-texts|lazy-build|recipes|readme|examples|unused-exports|architecture|bench-report)[./]|\/startup\.test|\/kill\.test|limits\.test|memory\.test/;

/** Finds the tests that are most closely related to a source. */
export class RelatedTests {
	readonly #importers = new Map<string, string[]>();
	readonly #texts = new Map<string, string>();
	readonly #tests: readonly string[];

	constructor(root: string) {
		const files = ["src", "test"].flatMap((folder) =>
			readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
				.filter((name) => SOURCE.test(name) && !/node_modules|^fixtures/.test(name))
				.map((name) => join(folder, name)),
		);
		for (const file of files) {
			const text = readFileSync(join(root, file), "utf8");
			this.#texts.set(file, text);
			for (const [, path = ""] of text.matchAll(/(?:from|import\(|import)\s*["'](\.[^"']+)["']/g)) {
				this.#note(join(file, "..", path), file);
			}
			// `import(`./commands/${name}/command.ts`)` loads one of many.
			for (const [, path = ""] of text.matchAll(/import\(`(\.[^`]+)`\)/g)) {
				const [start = "", end = ""] = join(file, "..", path).split(/\$\{.*\}/);
				for (const one of files) if (one.startsWith(start) && one.endsWith(end)) this.#note(one, file);
			}
		}
		// The build is that of the sources without the fault.
		const isBuilt = (name: string): boolean => /\bbuiltFile\(/.test(this.#textOf(name));
		this.#tests = files.filter((name) => TEST.test(name) && !UNSUITABLE.test(name) && !isBuilt(name));
	}

	#note(target: string, importer: string): void {
		this.#importers.set(target, [...(this.#importers.get(target) ?? []), importer]);
	}

	/**
	 * Returns groups of tests, the closest first: by the way of imports, by words that their paths share, and by words
	 * of the source's path and exports that occur in the text of a test.
	 */
	find(source: string): string[][] {
		const distances = this.#measure(source);
		const words = new Set(wordsOf(source));
		const exported = [...this.#textOf(source).matchAll(/^export (?:async )?(?:function\*?|const|class) (\w+)/gm)].map(
			([, name = ""]) => name,
		);
		const [, part = "", , command = ""] = source.split("/");
		const scored = this.#tests
			.filter((test) => distances.has(test))
			.map((test) => {
				const shared = wordsOf(test).filter((word) => words.has(word)).length;
				const isOfPart = test.startsWith(`test/${part}/`) ? 2 : 0;
				const text = this.#textOf(test);
				const isNamed = exported.some((name) => text.includes(name)) ? 3 : 0;
				const isRun = source.startsWith("src/cli/commands/") && text.includes(`"${command}"`) ? 3 : 0;
				return { test, score: (distances.get(test) ?? 0) - 2 * shared - isOfPart - isNamed - isRun };
			})
			.sort((left, right) => left.score - right.score)
			.map(({ test }) => test);
		const groups: string[][] = [];
		for (const size of STAGES) groups.push(scored.splice(0, size));
		// It runs lines of every command, whose sources it does not import.
		if (part === "cli" && scored.includes(SESSIONS)) groups.push([SESSIONS]);
		return groups.filter((group) => group.length > 0);
	}

	#textOf(file: string): string {
		return this.#texts.get(file) ?? "";
	}

	/** File → how many imports lead from it to the source. */
	#measure(source: string): Map<string, number> {
		const distances = new Map([[source, 0]]);
		for (const [file, distance] of distances) {
			for (const importer of this.#importers.get(file) ?? []) {
				if (!distances.has(importer)) distances.set(importer, distance + 1);
			}
		}
		return distances;
	}
}

function wordsOf(path: string): string[] {
	return path
		.replace(/\.(test\.)?tsx?$/, "")
		.split(/[/-]/)
		.filter((word) => !/^(src|test|index|commands|output|command|cli)$/.test(word));
}
