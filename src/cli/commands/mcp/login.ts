import { Argument, Option } from "@commander-js/extra-typings";
import { readConfig, readPrefixed } from "../../config/settings.ts";
import { SERVER_PREFIX } from "../../config/stored-names.ts";
import type { Context } from "../../context.ts";
import { UsageError } from "../../errors/usage.ts";
import { connect, networkOptions } from "../../network/connect.ts";
import type { GlobalOptions } from "../../options/global-options.ts";
import { defineSubcommand } from "../../options/subcommands.ts";
import { printJson } from "../../terminal/json.ts";

const SERVER = new Argument("<server>", "name of a stored server (mcp.NAME), or its URL");
const SEE_ALSO = "hub help tools, hub config --help";

/** `hub mcp login` and `hub mcp logout`: sign-ins at tool servers. */
export const SIGN_IN_COMMANDS = [
	defineSubcommand({
		name: "login",
		summary: "sign in at a tool server that requires it",
		arguments: [SERVER],
		options: { "Options:": [new Option("--open", "open the sign-in page in your browser")] },
		example: "hub mcp login https://mcp.example.com/mcp",
		seeAlso: SEE_ALSO,
		action: async ([name], options, context) => {
			const server = findServer(name, context);
			const { signInOnTerminal } = await import("../../mcp/terminal-sign-in.ts");
			const login = await signInOnTerminal(server, undefined, options, context);
			const { issuer, expires_at: end = null, scope = null } = login;
			const facts = { server: server.url, issuer, expires_at: end, scope };
			if (context.flags.json) await printJson(facts, context);
			else await context.print(`Signed in at ${server.name}. Its token is kept in a file that only you can read.\n`);
		},
	}),
	defineSubcommand({
		name: "logout",
		summary: "revoke and remove the sign-in at a tool server",
		arguments: [SERVER],
		example: "hub mcp logout https://mcp.example.com/mcp",
		seeAlso: SEE_ALSO,
		action: async ([name], options, context) => signOut(name, options, context),
	}),
];

async function signOut(name: string, options: GlobalOptions, context: Context): Promise<void> {
	const server = findServer(name, context);
	const { signOutOfServer } = await import("../../mcp/oauth.ts");
	const { fetch } = await connect({ ...networkOptions(options), retries: 0 }, context, readConfig(context));
	const { count, isRevoked } = await signOutOfServer(server.url, fetch, context);
	if (context.flags.json) return await printJson({ server: server.url, removed: count, revoked: isRevoked }, context);
	if (count === 0) return await context.print(`There was no sign-in at ${server.name}.\n`);
	await context.print(`Removed the sign-in at ${server.name}.\n`);
	context.note(
		isRevoked ? "It is revoked." : "It could not be revoked: the server offers no way, or cannot be reached.",
	);
}

/** @throws UsageError for a name without a URL */
function findServer(name: string, context: Context): { name: string; url: string } {
	const stored = readPrefixed(SERVER_PREFIX, readConfig(context))[name];
	const text = stored ?? name;
	if (/^https?:\/\/[^\s@]+$/i.test(text) && URL.canParse(text)) return { name, url: new URL(text).href };
	throw new UsageError(
		stored === undefined ? `There is no server ${JSON.stringify(name)}.` : `${name} is a program: it has no sign-in.`,
		"Name a URL, or store one: hub config set mcp.NAME https://…",
		"unknown-name",
	);
}
