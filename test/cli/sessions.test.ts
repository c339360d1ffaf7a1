import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { isInstalled } from "../helpers/programs.ts";
import { maskRecorded, refuseCrash } from "../helpers/recorded.ts";
import { createHome, formatOutcome, matches, parseSession } from "../helpers/session.ts";

/** `npm run update -- sessions` writes what the commands print into the files. */
const isUpdating = Boolean(process.env["UPDATE_SESSIONS"]);
const folder = fileURLToPath(new URL("../fixtures/sessions", import.meta.url));

describe("sessions", () => {
	for (const name of readdirSync(folder).sort()) {
		const path = join(folder, name);
		const session = parseSession(readFileSync(path, "utf8"));
		const missing = session.needs.filter((program) => !isInstalled(program));
		const title =
			name.replace(/\.txt$/, "") +
			(session.real ? " (built)" : "") +
			(missing.length > 0 ? ` (needs ${missing.join(", ")})` : "");
		it.skipIf(missing.length > 0)(
			title,
			async () => {
				const home = createHome(session.files, session.real ? { real: true } : {});
				let text = readFileSync(path, "utf8");
				let position = 0;
				try {
					for (const step of session.steps) {
						const actual = formatOutcome(
							await home.run(step.line, { env: session.env, ...(session.columns ? { columns: session.columns } : {}) }),
						);
						if (matches(step.expected, actual)) continue;
						if (!isUpdating)
							expect(`$ ${step.line}\n${actual.join("\n")}`).toBe(`$ ${step.line}\n${step.expected.join("\n")}`);
						refuseCrash(actual.join("\n"), `$ ${step.line} of ${name}`);
						const old = [`$ ${step.line}`, ...step.expected, ""].join("\n");
						// Lines with wildcards that still match stay as they are.
						const kept = actual.map(
							(line) =>
								step.expected.find((pattern) => matches([pattern], [line])) ?? maskRecorded(line, [home.folder]),
						);
						const next = [`$ ${step.line}`, ...kept, ""].join("\n");
						// Looked for behind the steps before, since a line may stand in the file twice.
						position = text.indexOf(old, position);
						text = text.slice(0, position) + next + text.slice(position + old.length);
						position += next.length;
					}
					if (isUpdating) writeFileSync(path, text);
				} finally {
					home.remove();
				}
				// Dozens of processes, on machines that may have other things to do.
			},
			120_000,
		);
	}
});
