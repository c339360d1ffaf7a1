import { mapStrings } from "../../../base/json.ts";
import agents from "./agents.json" with { type: "json" };

/** What an agent is told. */
export interface Gateway {
	/** Without a slash at the end. */
	url: string;
	key: string;
	model: string;
	folder: string;
}

/** A coding agent, and how it is started. Texts may contain the names of {@link Gateway} in braces. */
export interface Agent {
	id: string;
	name: string;
	program: string;
	install: string;
	/** The API it speaks: `chat`, `responses` or `messages`. */
	api: string;
	/** Variables to set; null for those that would lead elsewhere. An object becomes JSON. */
	env: Readonly<Record<string, unknown>>;
	/** Arguments in front of the user's. */
	args?: readonly string[];
	/** Subcommands that take these arguments only behind their name. */
	subcommands?: readonly string[];
	/** Files in the folder: name → content, as JSON. */
	files?: Readonly<Record<string, unknown>>;
}

export const AGENTS: readonly Agent[] = agents;

/** Fills in the facts of the gateway, and adds the user's arguments. */
export function planRun(
	{ env, args = [], subcommands = [], files = {} }: Agent,
	gateway: Gateway,
	own: readonly string[],
) {
	const fill = (text: string): string =>
		text.replace(/\{(url|key|model|folder)\}/g, (_, name: keyof Gateway) => gateway[name]);
	const toText = (value: unknown): string =>
		typeof value === "string" ? fill(value) : JSON.stringify(mapStrings(value, fill));
	const flags = args.map(fill);
	const [first = "", ...rest] = own;
	return {
		/** Undefined for a variable to unset. */
		env: Object.fromEntries(
			Object.entries(env).map(([name, value]) => [name, value === null ? undefined : toText(value)]),
		),
		args: subcommands.includes(first) ? [first, ...flags, ...rest] : [...flags, ...own],
		files: Object.fromEntries(Object.entries(files).map(([name, content]) => [name, toText(content)])),
	};
}
