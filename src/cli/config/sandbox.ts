import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import type { Context } from "../context.ts";
import { SANDBOX } from "../options/global-options.ts";
import { type Config, type ConfigProblem, readConfig, resolveSetting } from "./settings.ts";

/** The options that decide where a model is called. */
export interface PlaceOptions {
	model?: string | undefined;
	provider?: string | undefined;
	endpoint?: string | undefined;
	sandbox?: boolean | undefined;
}

/**
 * Whether to use the sandbox: by `--sandbox`, or by the provider `sandbox`, of `-p`, HUB_PROVIDER or the configuration.
 * Every command uses this function. An endpoint is never the sandbox.
 */
export function isSandboxed(
	{ sandbox, provider, endpoint }: PlaceOptions,
	context: Pick<Context, "env">,
	config: Config,
): boolean {
	if (sandbox || provider === SANDBOX) return true;
	return endpoint === undefined && resolveSetting("provider", provider, context, config).value === SANDBOX;
}

/** The options of all commands that decide where a model is called. */
interface PlacingOptions extends PlaceOptions {
	/** A model server that the command starts. */
	server?: string;
	continue?: string | boolean;
	resume?: string | boolean;
}

/**
 * Before the action of a command: sets `--sandbox` if the sandbox is used, and removes the provider `sandbox`, so that
 * no command has to handle the other ways to select it.
 * @param root the command of the line, which has the options of every command
 * @param used the same, or its subcommand
 */
export function settleSandbox(root: CommandUnknownOpts, used: CommandUnknownOpts, context: Pick<Context, "env">): void {
	const options = used.optsWithGlobals() as PlacingOptions;
	const { endpoint, server, continue: continued, resume } = options;
	// A saved conversation continues where it began, and a model server is an endpoint.
	const isPlaced = [endpoint, server, continued, resume].some((value) => value !== undefined);
	// A wrong entry is an error only for commands that need it, not for those that correct it.
	const { problems: _later, ...config } = tryToRead(context);
	const isNamed = options.sandbox || options.provider === SANDBOX;
	if (!isNamed && (isPlaced || !isSandboxed(options, context, config))) return;
	root.setOptionValueWithSource("sandbox", true, "cli");
	for (const command of [root, used]) {
		if (command.getOptionValue("provider") === SANDBOX) command.setOptionValue("provider", undefined);
	}
}

/** Before the action of a command: the unused entries of the configuration, without those that are errors where they are needed. */
export function readProblems(context: Pick<Context, "env">): readonly ConfigProblem[] {
	return (tryToRead(context).problems ?? []).filter(({ name, places }) => name === "" || places.length === 0);
}

/** A file without read permission is an error only for commands that need it. */
function tryToRead(context: Pick<Context, "env">): Config {
	try {
		return readConfig(context);
	} catch {
		return { path: "" };
	}
}
