import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { isSecretName } from "../../../base/secret-names.ts";
import { quoteShell } from "../../../snippets/quote.ts";
import { readConfig, storedToken } from "../../config/settings.ts";
import { keyVariable } from "../../config/token.ts";
import type { Context } from "../../context.ts";
import { findOwnName } from "../../files/programs.ts";
import { GLOBAL_OPTIONS } from "../../options/global-options.ts";
import type { ServeCommandOptions } from "../serve/options.ts";
import { type Agent, LOOPBACK_HOSTS, planRun } from "./agents.ts";
import type { LaunchFacts } from "./model-facts.ts";

/** Options of a command line in their order, each with its value as it was written. */
export type GivenWords = readonly { name: string; value: string | undefined }[];

/** Collects the options of a line while it is parsed: a gateway of another process needs them as they were written. */
export function collectWords(command: CommandUnknownOpts): GivenWords {
	const words: { name: string; value: string | undefined }[] = [];
	const globals = GLOBAL_OPTIONS.map(({ flags }) => flags.replace(/^--([\w-]+).*$/s, "$1"));
	for (const name of [...command.options.map((option) => option.name()), ...globals]) {
		command.on(`option:${name}`, (value: string | null) => words.push({ name, value: value ?? undefined }));
	}
	return words;
}

/** Options that concern only the output of `hub launch`, and those that the script passes in its own way. */
const NOT_PASSED: ReadonlySet<string> = new Set(
	"print json jq template quiet color no-color no-input no-pager model config sandbox token token-stdin pass-env".split(
		" ",
	),
);

interface Printed {
	agent: Agent;
	model: string;
	facts: LaunchFacts;
	/** Names of variables that the agent does not get. */
	secrets: readonly string[];
	/** Of the agent. */
	args: readonly string[];
	words: GivenWords;
	options: ServeCommandOptions;
}

/** Prints a bash script that does the same as `hub launch`: it starts the gateway, and the agent on it. */
export async function printPlan(
	{ agent, model, facts, secrets, args, words, options }: Printed,
	context: Context,
): Promise<void> {
	const variables = new Variables(options, context);
	const { quote } = variables;
	const gateway = {
		url: variables.mark("HUB_SERVE_URL"),
		key: variables.mark("HUB_SERVE_KEY"),
		folder: variables.mark("HUB_LAUNCH_DIR"),
		model,
		...facts,
	};
	const plan = planRun(agent, gateway, args);
	const hasToken = options.token !== undefined || options.tokenStdin;
	const program = [findOwnName(context)];
	const flags = [...gatewayFlags(words, options, context), ...(hasToken ? ["--token-stdin"] : [])];
	const serve = [
		...program,
		"serve",
		"--host",
		"127.0.0.1",
		"--port",
		"0",
		"--grace",
		"1",
		"--json",
		"--quiet",
		...flags,
	];
	const token = variables.nameToken();
	const lines = [
		'HUB_LAUNCH_DIR="$(mktemp -d)" || exit',
		// In its own group: Ctrl-C is for the agent.
		"set -m 2>/dev/null",
		// The gateway creates its own key.
		`${hasToken ? `printf %s "\${${token}:?}" | ` : ""}HUB_SERVE_KEY= ${serve.map(quote).join(" ")}${hasToken ? "" : " < /dev/null"} > "$HUB_LAUNCH_DIR/gateway" &`,
		"HUB_SERVE_PID=$!",
		"set +m 2>/dev/null",
		`trap 'kill "$HUB_SERVE_PID" 2>/dev/null; wait "$HUB_SERVE_PID" 2>/dev/null; rm -rf "$HUB_LAUNCH_DIR"' EXIT`,
		'until [ -s "$HUB_LAUNCH_DIR/gateway" ]; do',
		'kill -0 "$HUB_SERVE_PID" 2>/dev/null || { wait "$HUB_SERVE_PID"; exit; }',
		"sleep 0.1",
		"done",
		readField("HUB_SERVE_URL", "url"),
		readField("HUB_SERVE_KEY", "key"),
		// Some agents read everything in the folder.
		'rm "$HUB_LAUNCH_DIR/gateway"',
		// Keeps calls of the gateway off a proxy.
		`NO_PROXY="\${NO_PROXY:-$no_proxy}"`,
		`export NO_PROXY="\${NO_PROXY:+$NO_PROXY,}${LOOPBACK_HOSTS}"`,
		'export no_proxy="$NO_PROXY"',
		...Object.entries(plan.files).map(([name, text]) => `printf %s ${quote(text)} > "$HUB_LAUNCH_DIR/${name}"`),
		...Object.entries(plan.env).map(([name, value]) =>
			value === undefined ? `unset ${name}` : `export ${name}=${quote(value)}`,
		),
	];
	const start = [agent.program, ...plan.args].map(quote);
	// Its arguments are expanded first: they may name the same variables.
	lines.push([...withoutVariables([...secrets, ...variables.needed()]), ...start].join(" "));
	const needed = variables.needed();
	const head = [
		"#!/usr/bin/env bash",
		`# Starts a gateway and ${agent.name} in front of it, as hub launch ${agent.id} does. Save it, and run it with bash.`,
		...(needed.length > 0 ? [`# Set first: ${needed.join(", ")}`] : []),
	];
	await context.print(`${[...head, "(", ...lines, ")"].join("\n")}\n`);
}

function withoutVariables(names: readonly string[]): string[] {
	return names.length === 0 ? [] : ["env", ...names.flatMap((name) => ["-u", name])];
}

function readField(variable: string, field: string): string {
	return `${variable}="$(sed -n 's/.*"${field}":"\\([^"]*\\)".*/\\1/p' "$HUB_LAUNCH_DIR/gateway")"`;
}

/** Returns the options of the gateway as `hub serve` takes them. */
function gatewayFlags(words: GivenWords, options: ServeCommandOptions, { cwd }: Context): string[] {
	const passed = words.filter(({ name }) => !NOT_PASSED.has(name));
	return [
		...(options.sandbox ? ["--sandbox"] : []),
		...(options.model === undefined ? [] : [`--model=${options.model}`]),
		...(options.config === undefined ? [] : [`--config=${resolve(cwd, options.config)}`]),
		...passed.flatMap(({ name, value }) => {
			if (name === "provider" && options.provider === undefined) return [];
			// Joined, as a value may begin with a hyphen.
			return value === undefined ? `--${name}` : `--${name}=${value}`;
		}),
	];
}

/** The variables of the script: what is known when it runs, and secrets, which a printed text never has. */
class Variables {
	/** Placeholder of a variable in texts → its name in the script. */
	private readonly names = new Map<string, string>();
	/** Those that the user has to set. */
	private readonly unset = new Set<string>();
	private readonly used = new Set<string>();
	private readonly token: string;

	constructor({ token = "", tokenStdin, header = {}, proxy = "" }: ServeCommandOptions, { env }: Context) {
		const config = readConfig({ env });
		const add = (secret: string, given: string): void => {
			const text = secret.trim();
			if (text.length < MIN_SECRET || this.names.has(text)) return;
			// Other names than those of the shell's variables would be code in the script.
			const name = /^[A-Za-z_]\w*$/.test(given) ? given : `HUB_${given.replace(/\W/g, "_")}`;
			this.names.set(text, name);
			if (env[name]?.trim() !== text) this.unset.add(name);
		};
		for (const [name, value] of Object.entries(env)) if (value && isSecretName(name)) add(value, name);
		this.token = this.names.get(token.trim()) ?? "HUB_TOKEN";
		if (tokenStdin || (token !== "" && !this.names.has(token.trim()))) this.unset.add(this.token);
		if (tokenStdin || token !== "") this.used.add(this.token);
		add(token, this.token);
		add(storedToken(config) ?? "", "HF_TOKEN");
		for (const [provider, key] of Object.entries(config.keys ?? {})) add(key, keyVariable(provider));
		for (const [name, value] of Object.entries(header)) {
			// Any of them may be a key, under whatever name.
			add(value, `HUB_HEADER_${name.toUpperCase().replace(/\W/g, "_")}`);
		}
		if (/^(?:[a-z][\w+.-]*:\/\/)?[^/?#]*@/i.test(proxy)) add(proxy, "HUB_LAUNCH_PROXY");
	}

	/** Returns the placeholder of a script variable in texts. */
	mark(name: string): string {
		const mark = `{${randomUUID()}}`;
		this.names.set(mark, name);
		return mark;
	}

	/** The variable with the token of `--token` or `--token-stdin`. */
	nameToken(): string {
		return this.token;
	}

	/** Names of the variables in the script that are not set. */
	needed(): string[] {
		return [...this.unset].filter((name) => this.used.has(name)).sort();
	}

	/** Returns a text as one word of bash; only variables are expanded, everything else is as it is. */
	readonly quote = (text: string): string => {
		const marks = [...this.names.keys()].sort((one, other) => other.length - one.length);
		const pattern = new RegExp(`(${marks.map((mark) => mark.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`);
		const parts = text.split(pattern).map((part) => {
			const name = this.names.get(part);
			if (name === undefined) return part === "" ? "" : quoteShell(part);
			this.used.add(name);
			return this.unset.has(name) ? `"\${${name}:?}"` : `"$${name}"`;
		});
		return parts.join("") || "''";
	};
}

/** Minimum length of a secret: a shorter one may occur in any text. */
const MIN_SECRET = 6;
