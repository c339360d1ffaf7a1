import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import type { Context } from "../context.ts";
import { SANDBOX } from "../options/global-options.ts";
import { type Config, type ConfigProblem, readConfig, resolveSetting } from "./settings.ts";

/** The options that say where a model is called. */
export interface PlaceOptions {
	model?: string | undefined;
	provider?: string | undefined;
	endpoint?: string | undefined;
	sandbox?: boolean | undefined;
}

/**
 * Whether the sandbox answers: by `--sandbox`, or by the provider `sandbox`, of `-p`, HUB_PROVIDER or the configuration.
 * Every command asks this function. An endpoint is a place of its own.
 */
export function isSandboxed(
	{ sandbox, provider, endpoint }: PlaceOptions,
	context: Pick<Context, "env">,
	config: Config,
): boolean {
	if (sandbox || provider === SANDBOX) return true;
	return endpoint === undefined && resolveSetting("provider", provider, context, config).value === SANDBOX;
}

/** The options of all commands that say where a model is called. */
interface PlacingOptions extends PlaceOptions {
	/** A model server that the command starts. */
	server?: string;
	continue?: string | boolean;
	resume?: string | boolean;
}

/**
 * Before the action of a command: gives it `--sandbox` if the sandbox answers, and the provider `sandbox` away, so that
 * no command has to know the other ways to say it.
 * @param root the command of the line, which has the options of every command
 * @param used the same, or its subcommand
 */
export function settleSandbox(root: CommandUnknownOpts, used: CommandUnknownOpts, context: Pick<Context, "env">): void {
	const options = used.optsWithGlobals() as PlacingOptions;
	const { endpoint, server, continue: continued, resume } = options;
	// A saved conversation continues where it began, and a model server is an endpoint.
	const isPlaced = [endpoint, server, continued, resume].some((value) => value !== undefined);
	// A wrong entry is an error of those who need it, not of the commands that correct it.
	const { problems: _later, ...config } = tryToRead(context);
	const isNamed = options.sandbox || options.provider === SANDBOX;
	if (!isNamed && (isPlaced || !isSandboxed(options, context, config))) return;
	root.setOptionValueWithSource("sandbox", true, "cli");
	for (const command of [root, used]) {
		if (command.getOptionValue("provider") === SANDBOX) command.setOptionValue("provider", undefined);
	}
}

/** Before the action of a command: what of the configuration is not used, without what is an error where it is needed. */
export function readProblems(context: Pick<Context, "env">): readonly ConfigProblem[] {
	return (tryToRead(context).problems ?? []).filter(({ name, places }) => name === "" || places.length === 0);
}

/** A file that may not be read is an error for those who need it. */
function tryToRead(context: Pick<Context, "env">): Config {
	try {
		return readConfig(context);
	} catch {
		return { path: "" };
	}
}
