import type { Proof } from "./proof.ts";

const PLACE = "cli/ui/chat-place.test.ts";
const SCREENS = "cli/ui/mend-terminal.test.ts";
const SANDBOX = "sandbox/mend-terminal.test.ts";

/** Proofs of mend-terminal.md. */
export const TERMINAL: readonly Proof[] = [
	{
		line: 1,
		test: `${PLACE}: continues at its endpoint`,
		fault: {
			file: "cli/commands/chat/place.ts",
			find: "return { ...place, ...(options.direct ? { direct: true } : {}) };",
			put: "return findPlace(options, context);",
		},
	},
	{
		line: 1,
		test: `${PLACE}: is rejected if the router has changed`,
		fault: {
			file: "cli/commands/chat/place.ts",
			find: "if (usual === router) return;",
			put: "if (usual !== null) return;",
		},
	},
	{
		line: 1,
		test: `${PLACE}: of an earlier version needs a provider`,
		fault: {
			file: "cli/commands/chat/place.ts",
			find: "if (place === undefined) {",
			put: "if (place === undefined) return findPlace(options, context);\n\tif (place === undefined) {",
		},
	},
	{
		line: 2,
		test: "mend-terminal-02-standard-input",
		fault: { file: "cli/input/stdin.ts", find: 'if (kind === "file" && !isWanted) {', put: "if (kind === null) {" },
	},
	{
		line: 2,
		test: "cli/mend-terminal.test.ts: 2. a here-document",
		fault: { file: "cli/input/stdin.ts", find: 'stat.nlink === 0 ? "fifo" : "file"', put: '"file"' },
	},
	{
		line: 3,
		test: "mend-terminal-03-folders",
		fault: { file: "cli/errors/system.ts", find: 'codeOf(file) === "EISDIR"', put: 'codeOf(file) === "EISFOLDER"' },
	},
	{
		line: 4,
		test: "mend-terminal-04-output-folders",
		fault: {
			file: "cli/output/save.ts",
			find: "const isInFolder = options.output !== undefined && isFolder(options.output, context.cwd);",
			put: "const isInFolder = false;",
		},
	},
	{
		line: 5,
		test: "mend-terminal-05-format-text",
		fault: {
			file: "cli/output/result.ts",
			find: 'if (format === "text" && !context.stdout.isTTY) {',
			put: 'if (format === "tabs") {',
		},
	},
	{
		line: 6,
		test: "mend-terminal-06-several-words",
		fault: {
			file: "cli/commands/infer/each.ts",
			find: 'case "video":\n\t\t\treturn words.map((word) => [word]);',
			put: 'case "video":\n\t\t\treturn [words];',
		},
	},
	{
		line: 7,
		test: "mend-terminal-07-image-words",
		fault: {
			file: "cli/input/media.ts",
			find: "if (!isNamedAsImage(word)) return false;",
			put: "if (word) return false;",
		},
	},
	{
		line: 8,
		test: "mend-terminal-08-limits",
		fault: {
			file: "inference/providers/together.ts",
			find: "if (length <= MAX_FRAME) return args;",
			put: "if (length) return args;",
		},
	},
	{
		line: 9,
		test: "mend-terminal-09-try-it",
		fault: {
			file: "cli/commands/tasks/page.ts",
			find: "page.command(command);",
			put: 'page.command(command.replace(" -p sandbox", ""));',
		},
	},
	{
		line: 10,
		test: "mend-terminal-10-no-provider",
		fault: {
			file: "cli/target/resolve.ts",
			find: "if (!endpointUrl && !SERVED_TASKS.has(task))",
			put: "if (!endpointUrl && task === null)",
		},
	},
	{
		line: 11,
		test: "mend-terminal-11-sandbox-records",
		fault: { file: "sandbox/records.ts", find: '...(isChat ? ["conversational"] : []),', put: "" },
	},
	{
		line: 11,
		test: `${SANDBOX}: 11. records of copies`,
		fault: { file: "sandbox/records.ts", find: "format?.isGguf ?", put: "format === null ?" },
	},
	{
		line: 12,
		test: `${SCREENS}: overwrites an echoed ^C`,
		fault: { file: "cli/ui/ink-output.ts", find: "return START + (line < row", put: "return (line < row" },
	},
	{
		line: 12,
		test: `${SCREENS}: removes text echoed before the answer`,
		fault: { file: "cli/commands/infer/draw-answer.tsx", find: "surface.stdout.redraw();", put: "" },
	},
	{
		line: 12,
		test: `${SCREENS}: leaves nothing behind before the first token`,
		fault: { file: "cli/errors/report.ts", find: "eraseEcho(context);\n", put: "" },
	},
	{
		line: 13,
		test: `${SCREENS}: 13. reasoning`,
		fault: { file: "cli/ui/answer-lines.ts", find: "style: colors.dim, isProse: true", put: "style: colors.dim" },
	},
	{
		line: 14,
		test: `${SCREENS}: 14. a terminal that becomes narrower while a paragraph`,
		fault: { file: "cli/ui/ink-output.ts", find: "this.narrowed = columns;", put: "" },
	},
	{
		line: 15,
		test: "cli/mend-terminal.test.ts: 15. a direct call without a key",
		fault: {
			file: "cli/target/choose-token.ts",
			find: "if (ownKeyOnly && known && !token && (given.dryRun || given.curl)) {",
			put: "if (ownKeyOnly && known && !token && given.task === null) {",
		},
	},
	{
		line: 15,
		test: "mend-terminal-15-curl",
		fault: { file: "cli/commands/infer/show-call.ts", find: '{ Authorization: "Bearer $HF_TOKEN" }', put: "{}" },
	},
	{
		line: 16,
		test: "mend-terminal-16-providers-of",
		fault: { file: "cli/commands/providers/command.ts", find: 'if (id?.includes("/"))', put: 'if (id === "/")' },
	},
	{
		line: 17,
		test: `${SCREENS}: 17. the model picker and a large hub`,
		fault: {
			file: "cli/prompts/model-picker.tsx",
			find: "findModels({ task, provider, query },",
			put: 'findModels({ task, provider, query: "" },',
		},
	},
	{
		line: 17,
		test: `${SCREENS}: 17. the model picker`,
		fault: { file: "cli/prompts/model-picker.tsx", find: "const isId = form.test(typed)", put: "const isId = !form" },
	},
	{
		line: 18,
		test: "mend-terminal-18-suggestions",
		fault: {
			file: "catalogue/closest-word.ts",
			find: "const MIN_BEGINNING = 1 / 2;",
			put: "const MIN_BEGINNING = 0;",
		},
	},
	{
		line: 18,
		test: "mend-terminal-18-suggestions",
		fault: {
			file: "cli/commands/snippet/find-snippets.ts",
			find: "const app = hasLibrarySnippets(word) ? undefined : findApp(word);",
			put: 'const app = hasLibrarySnippets(word) ? undefined : findApp("");',
		},
	},
	{
		line: 19,
		test: "mend-terminal-19-variants",
		fault: {
			file: "cli/commands/snippet/library-snippets.ts",
			find: "...(variant === undefined ? {} : { variant }),",
			put: "...(variant === undefined ? {} : {}),",
		},
	},
	{
		line: 19,
		test: "mend-terminal-19-variants",
		fault: { file: "cli/target/choose-token.ts", find: '"no-key",\n\t\t);', put: '"no-provider",\n\t\t);' },
	},
	{
		line: 20,
		test: "mend-terminal-20-bare-prompt",
		fault: {
			file: "cli/options/task.ts",
			find: "return model === undefined ||",
			put: "return model === null ||",
		},
	},
	{
		line: 21,
		test: "mend-terminal-21-piped-key",
		fault: {
			file: "cli/input/secret.ts",
			find: '(options.tokenStdin || stdinKind(context) !== "device")',
			put: "options.tokenStdin",
		},
	},
	{
		line: 22,
		test: "cli/mend-terminal.test.ts: 22. help fits its terminal",
		fault: {
			file: "cli/terminal/fit-help.ts",
			find: "const width = Math.min(columns, WIDEST);",
			put: "const width = columns;",
		},
	},
	{
		line: 22,
		test: "cli/mend-terminal.test.ts: 22. help fits its terminal",
		fault: {
			file: "cli/terminal/fit-help.ts",
			find: "<= columns || isCommand(line)) return [line];",
			put: "<= columns + 80 || isCommand(line)) return [line];",
		},
	},
	{
		line: "sandbox",
		test: `${SANDBOX}: sandbox: translations`,
		fault: { file: "sandbox/media/translate.ts", find: "others.length === 0 &&", put: "" },
	},
	{
		line: "sandbox",
		test: `${SANDBOX}: sandbox: haiku`,
		fault: {
			file: "sandbox/chatbot/haiku.ts",
			find: "const opening = OPENINGS[syllables];",
			put: "const opening = OPENINGS[2];",
		},
	},
	{
		line: "sandbox",
		test: `${SANDBOX}: sandbox: tables are counted`,
		fault: { file: "sandbox/media/query-table.ts", find: 'if (isCount) return pick(rows, "COUNT");', put: "" },
	},
	{
		line: "sandbox",
		test: `${SANDBOX}: sandbox: questions and similarities`,
		fault: { file: "sandbox/media/answer-question.ts", find: "isSure ? 0.6 + 0.39 * score :", put: "isSure ? 0.05 :" },
	},
	{
		line: "sandbox",
		test: `${SANDBOX}: sandbox: images`,
		fault: {
			file: "sandbox/media/analyze-image.ts",
			find: "return softmax([...unique]).slice(0, count);",
			put: "return softmax([...unique].slice(-2));",
		},
	},
	{
		line: "sandbox",
		test: `${SANDBOX}: sandbox: images`,
		fault: {
			file: "sandbox/media/analyze-image.ts",
			find: "countThings(asked, image) ?? NO_ANSWER",
			put: "String(findRegions(image).length)",
		},
	},
	{
		line: "sandbox",
		test: `${SCREENS}: the sandbox streams at reading speed`,
		fault: {
			file: "cli/network/connect.ts",
			find: "isRead ? READING_PACE : undefined",
			put: "undefined",
		},
	},
	{
		line: "texts",
		test: "mend-terminal-texts",
		fault: {
			file: "cli/input/matches-words.ts",
			find: "if (matchesWords(query, names)) return 1;",
			put: "if (matchesWords(query, names)) return 2;",
		},
	},
	{
		line: "texts",
		test: "cli/mend-terminal.test.ts: texts: nobody is logged in",
		fault: {
			file: "cli/errors/report.ts",
			find: "return `Not logged in: ${isHub",
			put: "return isHub === null ? host : `Forbidden: ${isHub",
		},
	},
	{
		line: "layouts",
		test: `${SCREENS}: a pasted prompt takes half the screen`,
		fault: { file: "cli/ui/editor.ts", find: "Math.max(6, Math.floor(rows / 2))", put: "6" },
	},
	{
		line: "layouts",
		test: "cli/snippet.test.ts: shows groups with variants",
		fault: { file: "cli/commands/snippet/entry.ts", find: 'title: "Local apps"', put: 'title: "Apps"' },
	},
	{
		line: "layouts",
		test: "cli/snippet.test.ts: shows groups with variants",
		fault: {
			file: "cli/commands/snippet/dialog-state.ts",
			find: "return { ...next, section, tool: Math.max(0, tool) };",
			put: "return { ...next, section, tool: 0 };",
		},
	},
];
