/** What `npm run upstream` compares by rendering chat templates. */
import { type Corpus, contextOf } from "../../test/template/corpus.ts";
import type { Difference } from "./facts.ts";

type Module = Readonly<Record<string, unknown>>;

interface Engine {
	Template: new (source: string, options?: object) => { render(context: object): string };
}

/** Chat templates that the two render differently. */
export function differingRenders(theirs: Module, ours: Module, corpus: Corpus): Difference[] {
	return corpus.templates.flatMap(({ name, template, cases }) =>
		cases.flatMap((item, index) => {
			const left = render(theirs as unknown as Engine, template, contextOf(item, corpus));
			const right = render(ours as unknown as Engine, template, contextOf(item, corpus), { compat: "reference" });
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
