import { Argument, Option } from "@commander-js/extra-typings";
import { hashKey } from "../../../gateway/access.ts";
import type { Budget } from "../../../gateway/index.ts";
import type { Context } from "../../context.ts";
import { alreadyExists, unknownName, wrongValue } from "../../errors/usage.ts";
import { integer } from "../../options/parsers.ts";
import { defineCommandGroup, defineSubcommand } from "../../options/subcommands.ts";
import { formatCost } from "../../terminal/amounts.ts";
import { printJson } from "../../terminal/json.ts";
import { printTable, type TableView } from "../../terminal/table.ts";
import { createKey, parseBudget } from "./options.ts";
import { changeStoredKeys, KEY_NAME, readStoredKeys, type StoredKey } from "./stored-keys.ts";

const SEE_ALSO = "hub serve --help";

const list = defineSubcommand({
	name: "list",
	summary: "print every key with what it may do (default)",
	example: "hub serve keys list --json",
	seeAlso: SEE_ALSO,
	action: (_words, _options, context) => printKeys(context),
});

const add = defineSubcommand({
	name: "add",
	summary: "make a key, and print it once: only its hash is stored",
	arguments: [new Argument("<name>", "letters, digits, dots, hyphens and underscores")],
	options: {
		"What it may do:": [
			new Option("--budget <usd>", "the most that its calls may cost: 5/day or 100/month").argParser(parseBudget),
			new Option("--calls-per-minute <n>", "the most calls within a minute").argParser(integer("the calls", 1)),
			new Option("--models <patterns>", "models that it may call: fast,Qwen/* (default: all)"),
		],
	},
	example: "hub serve keys add alice --budget 5/day --calls-per-minute 60",
	seeAlso: SEE_ALSO,
	action: async ([name], { budget, callsPerMinute, models }, context) => {
		if (!KEY_NAME.test(name)) {
			throw wrongValue(`"${name}" cannot name a key.`, "Use letters, digits, dots, hyphens and underscores.");
		}
		const key = createKey();
		const stored: StoredKey = {
			name,
			sha256: await hashKey(key),
			created: new Date(context.now()).toISOString(),
			...(budget ? { budget } : {}),
			...(callsPerMinute === undefined ? {} : { callsPerMinute }),
			...(models === undefined ? {} : { models: models.split(",").flatMap((text) => text.trim() || []) }),
		};
		await changeStoredKeys((keys) => {
			if (keys.some((other) => other.name === name)) {
				throw alreadyExists(`A key named ${name} already exists.`, `hub serve keys revoke ${name} ends it.`);
			}
			return [...keys, stored];
		}, context);
		await context.print(context.flags.json ? `${JSON.stringify({ name, key })}\n` : `${key}\n`);
		context.note("This key is shown only now. A running hub serve accepts it within a second or two.");
	},
});

const revoke = defineSubcommand({
	name: "revoke",
	summary: "end a key: its next call is refused",
	arguments: [new Argument("<name>")],
	example: "hub serve keys revoke alice",
	seeAlso: SEE_ALSO,
	action: async ([name], _options, context) => {
		await changeStoredKeys((keys) => {
			const left = keys.filter((key) => key.name !== name);
			if (left.length === keys.length) {
				const names = keys.map((key) => key.name).join(", ");
				throw unknownName(`There is no key named ${name}.`, names === "" ? "There are no keys." : `Keys: ${names}.`);
			}
			return left;
		}, context);
		context.note(`The key of ${name} is revoked. A running hub serve refuses it within a second or two.`);
	},
});

/** `hub serve keys`: keys of other clients, which every `hub serve` of the user takes. */
export const createKeysCommand = defineCommandGroup({
	name: "keys",
	description:
		"Makes, lists and revokes keys for clients of hub serve, also while it runs. Each may have a budget, models and a number of calls a minute.",
	subcommands: [list, add, revoke],
	whenAlone: (_words, _options, context) => printKeys(context),
	help: [
		"A key calls models, and nothing else. Keys in the file of --config are added to these; if both have a name, the file's key counts.",
		"",
		"Examples:",
		"  hub serve keys add alice --budget 5/day",
		"  hub serve keys list",
		"  hub serve keys revoke alice",
		"",
		"Fields of --json: name, created, budget, callsPerMinute, models",
		"Exit codes: 0 success, 2 wrong usage",
		`See also:   ${SEE_ALSO}`,
	],
});

async function printKeys(context: Context): Promise<void> {
	const keys = readStoredKeys(context);
	if (context.flags.json)
		return await printJson(
			keys.map(({ sha256: _hash, ...key }) => key),
			context,
		);
	const view: TableView<StoredKey> = {
		columns: [
			{ title: "NAME", value: ({ name }) => name, whole: true },
			{ title: "BUDGET", value: ({ budget }) => describeBudget(budget) },
			{ title: "CALLS A MINUTE", value: ({ callsPerMinute }) => String(callsPerMinute ?? "-") },
			{ title: "MODELS", value: ({ models }) => models?.join(", ") ?? "all" },
			{ title: "CREATED", value: ({ created }) => created.slice(0, 10) },
		],
	};
	await printTable(keys, view, context);
	if (keys.length === 0) context.note("There are no keys. To make one: hub serve keys add NAME");
}

function describeBudget(budget: Budget | undefined): string {
	if (!budget) return "-";
	return budget.per === "run" ? formatCost(budget.usd) : `${formatCost(budget.usd)}/${budget.per}`;
}
