import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

/**
 * Which test or session stands for each line of the three pages of mends: a session by its name, a test by its file and
 * the beginning of its title. Lines 12 and 15 of the library and 10 of the templates are measured by `test/bench`.
 */
const PROOFS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	terminal: {
		1: "cli/ui/chat-place.test.ts: 1. a conversation never leaves",
		2: "mend-terminal-02-standard-input",
		3: "mend-terminal-03-folders",
		4: "mend-terminal-04-output-folders",
		5: "mend-terminal-05-format-text",
		6: "mend-terminal-06-several-words",
		7: "mend-terminal-07-image-words",
		8: "mend-terminal-08-limits",
		9: "mend-terminal-09-try-it",
		10: "mend-terminal-10-no-provider",
		11: "mend-terminal-11-sandbox-records",
		12: "cli/ui/mend-terminal.test.ts: 12. Ctrl-C",
		13: "cli/ui/mend-terminal.test.ts: 13. reasoning",
		14: "cli/ui/mend-terminal.test.ts: 14. a terminal that becomes narrower",
		15: "mend-terminal-15-curl",
		16: "mend-terminal-16-providers-of",
		17: "cli/ui/mend-terminal.test.ts: 17. the model picker",
		18: "mend-terminal-18-suggestions",
		19: "mend-terminal-19-variants",
		20: "mend-terminal-20-bare-prompt",
		21: "mend-terminal-21-piped-key",
		22: "cli/mend-terminal.test.ts: 22. help fits its terminal",
		sandbox: "sandbox/mend-terminal.test.ts: sandbox: translations",
		texts: "mend-terminal-texts",
		"not logged in": "cli/mend-terminal.test.ts: texts: nobody is logged in",
		layouts: "cli/ui/mend-terminal.test.ts: texts and layouts",
	},
	library: {
		1: "inference/mend-library.test.ts: 1: requests follow 4.13.28",
		2: "inference/mend-library.test.ts: 2: textGenerationStream",
		3: "package/mend-library.test.ts: 3. CommonJS consumers",
		4: "package/mend-library.test.ts: 4. completes providers",
		5: "inference/mend-library.test.ts: 5: an abort",
		6: "inference/mend-library.test.ts: 6: a LoRA mapping",
		7: "package/mend-library.test.ts: 7. built code",
		8: "package/mend-library.test.ts: 8. shows what goes in",
		9: "inference/mend-library.test.ts: 9: validation errors",
		10: "inference/mend-library.test.ts: 10: event: error",
		11: "inference/mend-library.test.ts: 11: lists of inputs",
		13: "sandbox/client-forms.test.ts: 13. OpenAI's form",
		14: "snippets/mend-library.test.ts: 14. the router's form",
	},
	templates: {
		1: "template/mend-templates.test.ts: 1: JSON keeps types",
		2: "template/mend-templates.test.ts: 2: split",
		3: "template/mend-templates.test.ts: 3: max_steps counts",
		4: "template/mend-templates.test.ts: 4: host values",
		5: "template/mend-templates.test.ts: 5: wordwrap",
		6: "template/mend-templates.test.ts: 6: errors name",
		7: "template/mend-templates.test.ts: 7: an inline if",
		8: "template/mend-templates.test.ts: 8: words",
		9: "template/mend-templates.test.ts: 9: what is refused",
		11: "template/mend-templates.test.ts: 11: finalize",
	},
};

const test = fileURLToPath(new URL(".", import.meta.url));

const escapePattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

describe.each(Object.entries(PROOFS))("each line of mend-%s.md is proved", (_, proofs) => {
	it.each(Object.entries(proofs))("%s by %s", (_line, proof) => {
		const [file = "", title] = proof.split(/: (.*)/s);
		if (title === undefined) {
			expect(existsSync(`${test}fixtures/sessions/${file}.txt`)).toBe(true);
			return;
		}
		expect(readFileSync(test + file, "utf8")).toMatch(new RegExp(`["\`]${escapePattern(title)}`));
	});
});

it.each([
	["terminal", 22],
	["library", 14],
	["templates", 11],
])("no line of mend-%s.md is forgotten", (page, last) => {
	const measured = { library: [12], templates: [10] }[page] ?? [];
	const lines = Array.from({ length: last }, (_, index) => index + 1).filter((line) => !measured.includes(line));
	expect(Object.keys(PROOFS[page] ?? {})).toEqual(expect.arrayContaining(lines.map(String)));
});
