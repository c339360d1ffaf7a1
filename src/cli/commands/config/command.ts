import { Argument } from "@commander-js/extra-typings";
import { TASK_NAMES } from "../../../catalogue/aliases.ts";
import { INFERENCE_PROVIDERS } from "../../../inference/providers/index.ts";
import {
	MODEL_PREFIX,
	type ModelSettingName,
	parseDefaultModel,
	readModelName,
	showModelName,
} from "../../config/default-models.ts";
import {
	type ConfigEntry,
	KEY_PREFIX,
	listEntries,
	readEntry,
	readKey,
	readStored,
	readToken,
} from "../../config/entries.ts";
import {
	parseSetting,
	readConfig,
	resolveSetting,
	SETTING_NAMES,
	SETTINGS,
	type SettingName,
	showSetting,
	storedToken,
	storeToken,
} from "../../config/settings.ts";
import { checkStored, isStoredName, type StoredName } from "../../config/stored-names.ts";
import { editConfig, updateConfig } from "../../config/write.ts";
import type { Context } from "../../context.ts";
import { EXIT, ExitWithoutError } from "../../errors/exit-codes.ts";
import { noTerminal, UsageError, unknownWord } from "../../errors/usage.ts";
import { editText } from "../../input/external-editor.ts";
import type { GlobalOptions } from "../../options/global-options.ts";
import { checkProvider } from "../../options/provider.ts";
import { defineCommandGroup, defineSubcommand } from "../../options/subcommands.ts";
import { printJson } from "../../terminal/json.ts";
import { type Column, printTable } from "../../terminal/table.ts";

const SEE_ALSO = "hub config --help (settings)";
const SETTING = new Argument("<setting>");

const SUBCOMMANDS = [
	defineSubcommand({
		name: "list",
		summary: "print every effective setting, and where it comes from (default)",
		example: "hub config list --json",
		seeAlso: SEE_ALSO,
		action: (_words, options, context) => list(options, context),
	}),
	defineSubcommand({
		name: "get",
		summary: "print the effective value of a setting",
		arguments: [SETTING],
		example: "hub config get provider",
		seeAlso: SEE_ALSO,
		action: ([name], options, context) => get(name, options, context),
	}),
	defineSubcommand({
		name: "set",
		summary: "store a setting",
		arguments: [SETTING, new Argument("<value>")],
		example: "hub config set timeout 30",
		seeAlso: SEE_ALSO,
		action: ([name, text], _options, context) => set(name, text, context),
	}),
	defineSubcommand({
		name: "unset",
		summary: "remove a stored setting, token or key",
		arguments: [SETTING],
		example: "hub config unset keys.together",
		seeAlso: SEE_ALSO,
		action: ([name], _options, context) => unset(name, context),
	}),
	defineSubcommand({
		name: "edit",
		summary: "open the settings in your editor, and check them after",
		example: "hub config edit",
		seeAlso: SEE_ALSO,
		action: (_words, _options, context) => edit(context),
	}),
	defineSubcommand({
		name: "path",
		summary: "print the path of the file",
		example: "hub config path",
		seeAlso: SEE_ALSO,
		action: async (_words, _options, context) => {
			const { path } = readConfig(context);
			if (context.flags.json) await printJson({ path }, context);
			else await context.print(`${path}\n`);
		},
	}),
];

/** Families of settings, besides the settings with fixed names. */
const FAMILIES: Readonly<Record<string, string>> = {
	"model.TASK": "model for a task when none is named: ORG/NAME, or ORG/NAME:PROVIDER",
	"serve.alias.NAME": "targets of hub serve under a name: org/a:groq,org/b:cerebras",
	"mcp.NAME": "a tool server for --mcp NAME: a command line or a URL",
	token: "Hugging Face token; hub login stores it",
	"keys.ID": "key of a provider; hub login --provider ID stores it",
};

function describeSettings(): string[] {
	const own = SETTING_NAMES.map((name): [string, string] => [name, SETTINGS[name].summary]);
	const rows = [...own, ...Object.entries(FAMILIES)];
	const width = Math.max(...rows.map(([name]) => name.length)) + 2;
	return rows.map(([name, summary]) => `  ${name.padEnd(width)}${summary}`);
}

/** `hub config`: settings, where they come from, and what is stored. */
export const createCommand = defineCommandGroup({
	name: "config",
	description:
		"Shows and changes stored settings. Flags override environment variables, which override stored settings.",
	subcommands: SUBCOMMANDS,
	whenAlone: (_words, options, context) => list(options, context),
	help: [
		"Settings:",
		...describeSettings(),
		"",
		"Examples:",
		"  hub config list",
		"  hub config set timeout 30",
		"  hub config set model.chat meta-llama/Llama-3.1-8B-Instruct:groq",
		"  hub config get provider --json",
		"",
		"Fields of --json: name, value, source (flag, environment, file, default, none), from",
		"Exit codes: 0 success, 1 get: there is no value, 2 wrong usage",
		"See also:   hub login, hub help environment",
	],
});

async function list(options: GlobalOptions, context: Context): Promise<void> {
	const config = readConfig(context);
	const providers = new Set([...INFERENCE_PROVIDERS, ...Object.keys(config.keys ?? {})]);
	const entries = listEntries(options, [...providers], context, config);
	if (context.flags.json) return await printJson(entries, context);
	const columns: readonly Column<ConfigEntry>[] = [
		{ title: "SETTING", value: (entry) => entry.name, whole: true, style: "cyan" },
		{ title: "VALUE", value: ({ value }) => String(value ?? "-") },
		{
			title: "SOURCE",
			value: ({ source, from }) => (source === "none" ? "not set" : [source, from].filter(Boolean).join(" ")),
		},
	];
	await printTable(entries, { columns }, context);
}

async function get(name: string, options: GlobalOptions, context: Context): Promise<void> {
	const config = readConfig(context);
	const known = checkName(name, Object.keys(config.keys ?? {}));
	const entry = readNamed(known, options, context);
	if (context.flags.json) await printJson(entry, context);
	else if (entry.value !== null) await context.print(`${entry.value}\n`);
	else context.note(`${name} has no value.`);
	if (entry.value === null) throw new ExitWithoutError();
}

function readNamed(known: KnownName, options: GlobalOptions, context: Context): ConfigEntry {
	const config = readConfig(context);
	if (known.kind === "setting") return readEntry(known.name, options, context, config);
	if (known.kind === "alias" || known.kind === "model") return readStored(known.name, config);
	if (known.kind === "token") return readToken(options, context, config);
	const none: ConfigEntry = { name: KEY_PREFIX + known.provider, value: null, source: "none", from: null };
	return readKey(known.provider, context, config) ?? none;
}

async function set(name: string, text: string, context: Context): Promise<void> {
	const known = checkName(name);
	if (known.kind === "token" || known.kind === "key") {
		context.secrets.add(text);
		throw new UsageError(
			`hub config set takes no ${known.kind} on the command line: other users of this machine could see it.`,
			`Run hub login${known.kind === "key" ? ` --provider ${known.provider}` : ""}, which asks for it.`,
			"token-on-command-line",
		);
	}
	const value =
		known.kind === "model"
			? parseDefaultModel(showModelName(known.name), text)
			: known.kind === "alias"
				? checkStored(known.name, text)
				: known.name === "provider"
					? checkProvider(text)
					: parseSetting(known.name, text);
	const path = await updateConfig(context, (stored) => {
		stored[known.name] = value;
	});
	if (context.flags.json) await printJson(readNamed(known, {}, context), context);
	else context.note(`${name} = ${known.kind === "setting" ? showSetting(value) : value} (stored in ${path})`);
	if (known.kind !== "setting") return;
	const inForce = resolveSetting(known.name, undefined, context, readConfig(context));
	if (inForce.origin === "environment") context.note(`The variable ${inForce.from} is set and overrides it.`);
}

async function unset(name: string, context: Context): Promise<void> {
	const before = readConfig(context);
	const known = checkName(name, Object.keys(before.keys ?? {}));
	const stored =
		known.kind === "key"
			? before.keys?.[known.provider]
			: known.kind === "token"
				? storedToken(before)
				: before[known.name];
	const isWrong = before.problems?.some((problem) => known.kind !== "key" && problem.name === known.name);
	if (stored === undefined && !isWrong) context.note(`${name} was not stored.`);
	else {
		const path = await updateConfig(context, (config) => {
			if (known.kind === "token") storeToken(config, undefined);
			else if (known.kind !== "key") delete config[known.name];
			else if (config.keys) delete config.keys[known.provider];
		});
		if (!context.flags.json) context.note(`Removed ${name} from ${path}.`);
	}
	if (context.flags.json) await printJson(readNamed(known, {}, context), context);
}

/** Opens the file itself, so that errors in it can be corrected. */
async function edit(context: Context): Promise<void> {
	if (!context.isInteractive)
		throw noTerminal("hub config edit needs a terminal.", "Change one: hub config set NAME VALUE");
	const { path, text, problems } = await editConfig(context, (before) => editText(before, "config.json", context));
	for (const { message } of problems) context.warn(message);
	context.note(text === undefined ? "Nothing was changed." : `Stored in ${path}.`);
	if (problems.length > 0) throw new ExitWithoutError(EXIT.usage);
}

type KnownName =
	| { kind: "setting"; name: SettingName }
	| { kind: "alias"; name: StoredName }
	| { kind: "model"; name: ModelSettingName }
	| { kind: "token"; name: "token" }
	| { kind: "key"; provider: string };

function checkName(name: string, stored: readonly string[] = []): KnownName {
	if (name === "token") return { kind: "token", name };
	if (name.startsWith(MODEL_PREFIX)) return { kind: "model", name: readModelName(name) };
	if (isStoredName(name)) return { kind: "alias", name };
	if (name.startsWith(KEY_PREFIX)) {
		const provider = name.slice(KEY_PREFIX.length);
		return { kind: "key", provider: checkProvider(provider, [...new Set([...INFERENCE_PROVIDERS, ...stored])]) };
	}
	const setting = SETTING_NAMES.find((candidate) => candidate === name);
	if (setting) return { kind: "setting", name: setting };
	const models = TASK_NAMES.map((task) => MODEL_PREFIX + task);
	const names = [...SETTING_NAMES, ...models, "token", ...INFERENCE_PROVIDERS.map((provider) => KEY_PREFIX + provider)];
	const all = `Settings: ${SETTING_NAMES.join(", ")}, model.TASK, mcp.NAME, token, keys.PROVIDER.`;
	throw unknownWord("setting", name, names, all);
}
