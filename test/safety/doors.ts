/**
 * The doors through which data speaks in place of the user, and what holds at each. `docs/safety.md` shows the table, and
 * `doors.test.ts` compares the two and tries every door with hostile input.
 */

/** The rules, with their titles. */
export const RULES = {
	fields: "What it sets",
	files: "Files",
	environment: "Environment",
	hosts: "Hosts",
	limits: "Calls and cost",
	shown: "What is shown",
	size: "Size",
} as const;

export type Rule = keyof typeof RULES;
export type Cells = Readonly<Record<Rule, string>>;

const PARAMETERS = "inputs and parameters";
const CLEAN = "names as printable ASCII";
const NONE = "none";
const TARGET = "the target";

const LINE = { environment: NONE, hosts: TARGET, limits: "one call", shown: CLEAN, size: "`--max-input`" };
const ROW = {
	environment: NONE,
	hosts: "the target, public https",
	limits: "`--max-cost`, counted by the model sent",
	shown: CLEAN,
};
const BODY = {
	fields: PARAMETERS,
	files: "parts of its form",
	environment: NONE,
	hosts: "targets of the gateway",
	limits: "budget, queue",
	shown: CLEAN,
	size: "`--max-body`",
};

export const DOORS = {
	"`--param`, typed": {
		fields: "all but target, token and body",
		files: "`@FILE`",
		environment: NONE,
		hosts: TARGET,
		limits: "one call",
		shown: CLEAN,
		size: "`--max-input`",
	},
	"`--params FILE`": { ...LINE, fields: "parameters", files: NONE },
	"`--input FILE`": { ...LINE, fields: PARAMETERS, files: NONE, hosts: "the target, a URL in `inputs`" },
	"`-T PROMPT`": {
		...LINE,
		fields: "prompt, model, task, schema, known parameters",
		files: NONE,
		size: "1 MB",
	},
	"rows, JSON": {
		...ROW,
		fields: "inputs, `parameters`, members of a chat",
		files: "below the input's folder, `--files-from`",
		size: "64 MiB a line",
	},
	"rows, CSV": {
		...ROW,
		fields: "the input",
		files: "below the input's folder, `--files-from`",
		size: "64 MiB a line, `--max-input`",
	},
	"rows, Parquet": {
		...ROW,
		fields: "inputs, `parameters`, members of a chat",
		files: "below the input's folder, `--files-from`",
		size: "sizes it declares are checked",
	},
	"rows, OpenAI's form": {
		...ROW,
		fields: `${PARAMETERS}; the model without \`-m\``,
		files: NONE,
		size: "64 MiB a line",
	},
	"rows, a folder": { ...ROW, fields: "the input", files: "no links out of it, no keys", size: "`--max-input`" },
	"`POST /v1/chat/completions`": { ...BODY, files: NONE },
	"`POST /v1/completions`": { ...BODY, files: NONE },
	"`POST /v1/embeddings`": { ...BODY, files: NONE },
	"`POST /v1/images/generations`": { ...BODY, files: NONE },
	"`POST /v1/images/edits`": BODY,
	"`POST /v1/audio/speech`": { ...BODY, files: NONE },
	"`POST /v1/audio/transcriptions`": BODY,
	"`POST /v1/audio/translations`": BODY,
	"`POST /v1/responses`": { ...BODY, files: NONE },
	"`POST /v1/messages`": { ...BODY, files: NONE },
	"`POST /v1/messages/count_tokens`": { ...BODY, files: NONE, hosts: NONE, limits: "no call" },
	"`POST /v1/responses/input_tokens`": { ...BODY, files: NONE, hosts: NONE, limits: "no call" },
	"`POST /v1/tasks/{task}`": { ...BODY, fields: `${PARAMETERS}; the provider` },
	"`hub mcp`, calls": {
		fields: "the tool's schema",
		files: "below `--root`",
		environment: NONE,
		hosts: "the target, public https",
		limits: "`--max-cost`, 16 at a time",
		shown: "errors of its schema",
		size: "100 MB, `--max-input`",
	},
	"`--agent`": {
		...LINE,
		fields: "model, target, servers, instructions",
		files: NONE,
		environment: "what was approved",
		hosts: "what was approved",
		size: "1 MiB a file",
	},
	"`--replay DIR`": {
		...LINE,
		fields: "responses",
		files: "of the folder",
		hosts: NONE,
		limits: "no call",
		size: "`--max-output`",
	},
	"`hub logs rerun`": { ...LINE, fields: PARAMETERS, files: NONE, size: "1,024 levels of JSON" },
	"`-c`, saved chats": { ...LINE, fields: "messages, model, place", files: NONE, size: "1,024 levels of JSON" },
	"`hub serve --config`": {
		fields: "options of the command",
		files: NONE,
		environment: "`keyVariable`",
		hosts: "targets it names",
		limits: "budgets it names",
		shown: CLEAN,
		size: "1 MB",
	},
} as const satisfies Record<string, Cells>;

export type Door = keyof typeof DOORS;

/** The doors of each command; a new command has to say what it takes from data. */
export const COMMANDS: Readonly<Record<string, readonly Door[]>> = {
	ask: [
		"`--param`, typed",
		"`--params FILE`",
		"`--input FILE`",
		"`-T PROMPT`",
		"`--agent`",
		"`--replay DIR`",
		"`-c`, saved chats",
	],
	infer: [
		"`--param`, typed",
		"`--params FILE`",
		"`--input FILE`",
		"`-T PROMPT`",
		"`--agent`",
		"`--replay DIR`",
		"`-c`, saved chats",
	],
	chat: ["`--param`, typed", "`--params FILE`", "`--agent`", "`--replay DIR`", "`-c`, saved chats"],
	batch: [
		"`--param`, typed",
		"`--params FILE`",
		"rows, JSON",
		"rows, CSV",
		"rows, Parquet",
		"rows, OpenAI's form",
		"rows, a folder",
		"`--replay DIR`",
	],
	compare: ["`--param`, typed", "`--params FILE`", "`--input FILE`", "`--replay DIR`"],
	serve: ["`hub serve --config`", "`--replay DIR`"],
	mcp: ["`hub mcp`, calls"],
	// It starts a gateway for the agent.
	launch: ["`hub serve --config`", "`--replay DIR`"],
	models: ["`--replay DIR`"],
	// Prints code, and sends no request with its input.
	snippet: ["`--replay DIR`"],
	sandbox: ["`--replay DIR`"],
	logs: ["`hub logs rerun`"],
	prompt: ["`--param`, typed"],
	tasks: [],
	libraries: [],
	providers: [],
	template: [],
	login: [],
	logout: [],
	whoami: [],
	config: [],
	skill: [],
	alias: [],
	usage: [],
	doctor: [],
	completion: [],
	__complete: [],
};

/** Options that read data, with their doors. Other options whose value is a file or an id are listed as the user's own. */
export const OPTIONS: Readonly<Record<string, Door | "the user's own">> = {
	"--param": "`--param`, typed",
	"--params": "`--params FILE`",
	"--input": "`--input FILE`",
	"--saved": "`-T PROMPT`",
	"--agent": "`--agent`",
	"--replay": "`--replay DIR`",
	"--replay-or-record": "`--replay DIR`",
	"--resume": "`-c`, saved chats",
	"--config": "`hub serve --config`",
	// Of these only messages, tools, a table, a schema, a picture, a text or servers are read.
	"--messages": "the user's own",
	"--tools": "the user's own",
	"--table": "the user's own",
	"--schema": "the user's own",
	"--schema-multi": "the user's own",
	"--image": "the user's own",
	"--file": "the user's own",
	"--mcp": "the user's own",
	"--mcp-config": "the user's own",
	"--model-file": "the user's own",
	"--var": "the user's own",
	// Results of an earlier run of the same rows.
	"--reuse": "the user's own",
	"--cache": "the user's own",
	"--export": "the user's own",
	// Where things are written or found.
	"--record": "the user's own",
	"--output": "the user's own",
	"--report": "the user's own",
	"--output-dir": "the user's own",
	"--root": "the user's own",
	"--files": "the user's own",
	"--files-from": "the user's own",
	"--install": "the user's own",
};

/** The table as lines of Markdown. */
export function formatDoors(): string[] {
	const rules = Object.keys(RULES) as Rule[];
	const rows: (readonly [string, Cells])[] = Object.entries(DOORS);
	const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
	return [
		line(["Source", ...rules.map((rule) => RULES[rule])]),
		line(["Source", ...rules].map(() => "---")),
		...rows.map(([door, cells]) => line([door, ...rules.map((rule) => cells[rule])])),
	];
}
