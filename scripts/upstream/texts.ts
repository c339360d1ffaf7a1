/** What `npm run upstream` compares by calling: code for models, and rendered chat templates. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { contextOf, corpus } from "../../test/template/corpus.ts";
import type { Difference } from "./facts.ts";

type Module = Readonly<Record<string, unknown>>;
type Libraries = Readonly<Record<string, { snippets?: (model: object) => string[] }>>;

const RECORDS = fileURLToPath(new URL("../../test/fixtures/library", import.meta.url));

/** Model records of the tests for which only one of the two has code; the words of the code are our own. */
export function differingSnippets(theirs: Module, ours: Module): Difference[] {
	return readdirSync(RECORDS).flatMap((file) => {
		const record = JSON.parse(readFileSync(`${RECORDS}/${file}`, "utf8").split(/^---/m)[0] ?? "") as object;
		const name = file.replace(/\.[^.]+\.txt$/, "");
		const [left, right] = [describeCode(theirs, name, record), describeCode(ours, name, record)];
		return left === right ? [] : [{ area: "snippets", name: file.replace(/\.txt$/, ""), theirs: left, ours: right }];
	});
}

function describeCode(module: Module, library: string, record: object): string {
	try {
		const libraries = module["MODEL_LIBRARIES_UI_ELEMENTS"] as Libraries;
		const snippets = libraries[library]?.snippets?.({ tags: [], ...record }) ?? [];
		return snippets.some((code) => code.trim() !== "") ? "code" : "no code";
	} catch (error) {
		return `an error: ${(error as Error).message}`;
	}
}

interface Engine {
	Template: new (source: string, options?: object) => { render(context: object): string };
}

/** Chat templates that the two render differently; none where the templates are not beside the checkout. */
export function differingRenders(theirs: Module, ours: Module): Difference[] {
	return (corpus?.templates ?? []).flatMap(({ name, template, cases }) =>
		cases.flatMap((item, index) => {
			const left = render(theirs as unknown as Engine, template, contextOf(item));
			const right = render(ours as unknown as Engine, template, contextOf(item), { compat: "reference" });
			// The reference lacks what some templates use, and Python's own result is better than the reference's.
			if (left === right || left.startsWith("an error") || right === item.expected) return [];
			return [{ area: "templates", name: `${name} ${index + 1}`, theirs: shorten(left), ours: shorten(right) }];
		}),
	);
}

function render({ Template }: Engine, template: string, context: object, options?: object): string {
	try {
		return new Template(template, options).render(structuredClone(context));
	} catch (error) {
		return `an error: ${(error as Error).message}`;
	}
}

const shorten = (text: string): string => JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
