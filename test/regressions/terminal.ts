import type { Proof } from "./proof.ts";

const PLACE = "cli/ui/chat-place.test.ts";
const SCREENS = "cli/ui/regressions.test.ts";
const SANDBOX = "sandbox/regressions.test.ts";

/** Faults of the terminal that were mended, each with the test that sees it. */
export const TERMINAL: readonly Proof[] = [
	{
		behaviour: "a resumed chat stays where it started",
		test: `${PLACE}: continues at its endpoint`,
		fault: {
			file: "cli/commands/chat/place.ts",
			find: "return { ...place, ...(options.direct ? { direct: true } : {}) };",
			put: "return findPlace(options, context);",
		},
	},
	{
		behaviour: "a resumed chat stays where it started",
		test: `${PLACE}: is rejected if the router has changed`,
		fault: {
			file: "cli/commands/chat/place.ts",
			find: "if (usual === router) return;",
			put: "if (usual !== null) return;",
		},
	},
	{
		behaviour: "a resumed chat stays where it started",
		test: `${PLACE}: of an earlier version needs a provider`,
		fault: {
			file: "cli/commands/chat/place.ts",
			find: "if (place === undefined) {",
			put: "if (place === undefined) return findPlace(options, context);\n\tif (place === undefined) {",
		},
	},
	{
		behaviour: "standard input is left alone beside words, unless it was meant",
		test: "regression-standard-input",
		fault: { file: "cli/input/stdin.ts", find: 'if (kind === "file" && !isWanted) {', put: "if (kind === null) {" },
	},
	{
		behaviour: "standard input is left alone beside words, unless it was meant",
		test: "cli/regressions.test.ts: a here-document",
		fault: { file: "cli/input/stdin.ts", find: 'stat.nlink === 0 ? "fifo" : "file"', put: '"file"' },
	},
	{
		behaviour: "a folder, a device or a file nobody may read is named, with exit code 2",
		test: "regression-folders",
		fault: { file: "cli/errors/system.ts", find: 'codeOf(file) === "EISDIR"', put: 'codeOf(file) === "EISFOLDER"' },
	},
	{
		behaviour: "-o with a folder saves there under the usual name",
		test: "regression-output-folders",
		fault: {
			file: "cli/output/save.ts",
			find: "const isInFolder = options.output !== undefined && isFolder(options.output, context.cwd);",
			put: "const isInFolder = false;",
		},
	},
	{
		behaviour: "--format text prints one line each, with tabs",
		test: "regression-format-text",
		fault: {
			file: "cli/output/result.ts",
			find: 'if (format === "text" && !context.stdout.isTTY) {',
			put: 'if (format === "tabs") {',
		},
	},
	{
		behaviour: "several words are several inputs, one result each",
		test: "regression-several-words",
		fault: {
			file: "cli/commands/infer/each.ts",
			find: "return words.map((word) => [word]);",
			put: "return [words];",
		},
	},
	{
		behaviour: "an image named among the words is attached",
		test: "regression-image-words",
		fault: {
			file: "cli/input/media.ts",
			find: "if (!isNamedAsImage(word)) return false;",
			put: "if (word) return false;",
		},
	},
	{
		behaviour: "a limit that a provider documents is checked before anything is sent",
		test: "regression-limits",
		fault: {
			file: "inference/providers/together.ts",
			find: "if (length <= MAX_FRAME) return args;",
			put: "if (length) return args;",
		},
	},
	{
		behaviour: "Try it lines are complete",
		test: "regression-try-it",
		fault: {
			file: "cli/commands/tasks/page.ts",
			find: "page.command(command);",
			put: 'page.command(command.replace(" -p sandbox", ""));',
		},
	},
	{
		behaviour: "a task that nobody serves is reported as such, whatever else is wrong",
		test: "regression-no-provider",
		fault: {
			file: "cli/target/resolve.ts",
			find: "if (!endpointUrl && !SERVED_TASKS.has(task))",
			put: "if (!endpointUrl && task === null)",
		},
	},
	{
		behaviour: "the sandbox has records of copies in other formats",
		test: "regression-sandbox-records",
		fault: { file: "sandbox/records.ts", find: '...(isChat ? ["conversational"] : []),', put: "" },
	},
	{
		behaviour: "the sandbox has records of copies in other formats",
		test: `${SANDBOX}: records of copies`,
		fault: { file: "sandbox/records.ts", find: 'format?.library === "gguf"', put: "format === null" },
	},
	{
		behaviour: "Ctrl-C while an answer streams",
		test: `${SCREENS}: overwrites an echoed ^C`,
		fault: { file: "cli/ui/ink-output.ts", find: "return START + (line < at", put: "return (line < at" },
	},
	{
		behaviour: "Ctrl-C while an answer streams",
		test: `${SCREENS}: removes text echoed before the answer`,
		fault: { file: "cli/commands/infer/draw-answer.tsx", find: "surface.stdout.redraw();", put: "" },
	},
	{
		behaviour: "Ctrl-C while an answer streams",
		test: `${SCREENS}: leaves nothing behind before the first token`,
		fault: { file: "cli/errors/report.ts", find: "eraseEcho(context);\n", put: "" },
	},
	{
		behaviour: "reasoning",
		test: `${SCREENS}: reasoning`,
		fault: { file: "cli/ui/answer-lines.ts", find: "style: colors.dim, isProse: true", put: "style: colors.dim" },
	},
	{
		behaviour: "a terminal that becomes narrower",
		test: `${SCREENS}: a terminal that becomes narrower while a paragraph`,
		fault: { file: "cli/ui/ink-output.ts", find: "this.resized = columns;", put: "" },
	},
	{
		behaviour: "--curl and --dry-run show the true URL and the Authorization line, also without a key",
		test: "cli/regressions.test.ts: a direct call without a key",
		fault: {
			file: "cli/target/resolve.ts",
			find: "if (ownKeyOnly && known && !token && (flags.dryRun || flags.curl)) {",
			put: "if (ownKeyOnly && known && !token && flags.task === null) {",
		},
	},
	{
		behaviour: "--curl and --dry-run show the true URL and the Authorization line, also without a key",
		test: "regression-curl",
		fault: { file: "cli/commands/infer/show-call.ts", find: '{ Authorization: "Bearer $HF_TOKEN" }', put: "{}" },
	},
	{
		behaviour: "a slash means a model",
		test: "regression-providers-of",
		fault: { file: "cli/commands/providers/command.ts", find: 'if (id?.includes("/"))', put: 'if (id === "/")' },
	},
	{
		behaviour: "the model picker",
		test: `${SCREENS}: the model picker and a large hub`,
		fault: {
			file: "cli/prompts/pick.tsx",
			find: "findModels({ task, provider, query },",
			put: 'findModels({ task, provider, query: "" },',
		},
	},
	{
		behaviour: "the model picker",
		test: `${SCREENS}: the model picker`,
		fault: { file: "cli/prompts/pick.tsx", find: "const isId = form.test(typed)", put: "const isId = !form" },
	},
	{
		behaviour: "only what is near is suggested, and synonyms are known",
		test: "regression-suggestions",
		fault: {
			file: "catalogue/closest-word.ts",
			find: "const MIN_BEGINNING = 1 / 2;",
			put: "const MIN_BEGINNING = 0;",
		},
	},
	{
		behaviour: "only what is near is suggested, and synonyms are known",
		test: "regression-suggestions",
		fault: {
			file: "cli/commands/snippet/command.ts",
			find: "const app = hasLibrarySnippets(word) ? undefined : findApp(word);",
			put: 'const app = hasLibrarySnippets(word) ? undefined : findApp("");',
		},
	},
	{
		behaviour: "variants are named, and --direct without a key ends with code 3",
		test: "regression-variants",
		fault: {
			file: "cli/commands/snippet/library-snippets.ts",
			find: "...defined({ variant }),",
			put: "...defined({}),",
		},
	},
	{
		behaviour: "variants are named, and --direct without a key ends with code 3",
		test: "regression-variants",
		fault: { file: "cli/target/resolve.ts", find: '"no-key",\n\t\t);', put: '"no-provider",\n\t\t);' },
	},
	{
		behaviour: "a bare prompt is a chat",
		test: "regression-bare-prompt",
		fault: {
			file: "cli/options/task.ts",
			find: "return model === undefined ||",
			put: "return model === null ||",
		},
	},
	{
		behaviour: "a key is taken from a pipe",
		test: "regression-piped-key",
		fault: {
			file: "cli/input/secret.ts",
			find: '(options.tokenStdin || stdinKind(context) !== "device")',
			put: "options.tokenStdin",
		},
	},
	{
		behaviour: "help fits its terminal",
		test: "cli/regressions.test.ts: help fits its terminal",
		fault: {
			file: "cli/terminal/page.ts",
			find: "const width = Math.min(columns, MAX_WIDTH);",
			put: "const width = columns;",
		},
	},
	{
		behaviour: "help fits its terminal",
		test: "cli/regressions.test.ts: help fits its terminal",
		fault: {
			file: "cli/terminal/page.ts",
			find: "<= columns || isCommand(line)) return [line];",
			put: "<= columns + 80 || isCommand(line)) return [line];",
		},
	},
	{
		behaviour: "the sandbox's answers look real",
		test: `${SANDBOX}: sandbox: tables are counted`,
		fault: {
			file: "sandbox/text/tables.ts",
			find: 'if (/\\b(?:average|mean)\\b/i.test(question)) return "AVERAGE";',
			put: "",
		},
	},
	{
		behaviour: "the sandbox's answers look real",
		test: `${SANDBOX}: sandbox: questions and similarities`,
		fault: { file: "sandbox/text/extract.ts", find: "found ? 0.5 : 0.1", put: "found ? 0.05 : 0.1" },
	},
	{
		behaviour: "the sandbox's answers look real",
		test: `${SANDBOX}: sandbox: images`,
		fault: { file: "sandbox/media/pictures.ts", find: "...(own ?? unknown)", put: "...unknown" },
	},
	{
		behaviour: "the sandbox's answers look real",
		test: `${SCREENS}: the sandbox streams at reading speed`,
		fault: {
			file: "cli/network/connect.ts",
			find: "isRead ? READING_PACE : undefined",
			put: "undefined",
		},
	},
	{
		behaviour: "texts",
		test: "regression-texts",
		fault: {
			file: "catalogue/search-words.ts",
			find: "if (matchesWords(query, names)) return 1;",
			put: "if (matchesWords(query, names)) return 2;",
		},
	},
	{
		behaviour: "texts",
		test: "cli/regressions.test.ts: texts: nobody is logged in",
		fault: {
			file: "cli/errors/report.ts",
			find: "return `Not logged in: ${isHub",
			put: "return isHub === null ? host : `Forbidden: ${isHub",
		},
	},
	{
		behaviour: "layouts",
		test: `${SCREENS}: a pasted prompt takes half the screen`,
		fault: { file: "cli/ui/editor.ts", find: "Math.max(6, Math.floor(rows / 2))", put: "6" },
	},
	{
		behaviour: "layouts",
		test: "cli/snippet.test.ts: shows groups with variants",
		fault: { file: "cli/commands/snippet/entry.ts", find: 'title: "Local apps"', put: 'title: "Apps"' },
	},
	{
		behaviour: "layouts",
		test: "cli/snippet.test.ts: shows groups with variants",
		fault: {
			file: "cli/commands/snippet/dialog-view.ts",
			find: "return { ...next, section, tool: Math.max(0, tool) };",
			put: "return { ...next, section, tool: 0 };",
		},
	},
];
