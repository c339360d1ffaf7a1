import type { Context } from "../context.ts";
import { noInput } from "../errors/usage.ts";
import type { GlobalOptions } from "../options/global-options.ts";
import { takeStdin } from "./stdin.ts";

/** Returns the options with the token of `--token-stdin` as `token`; standard input can be read only once. */
export async function readTokenOption<Options extends GlobalOptions>(
	given: Options,
	context: Context,
): Promise<Options> {
	if (!given.tokenStdin) return given;
	const text =
		context.stdin.isTTY && context.isInteractive
			? await (await import("./secret.ts")).askSecret("Token (it is not shown): ", context)
			: new TextDecoder().decode(await takeStdin(context));
	const token = text.trim();
	if (!token) throw noInput("--token-stdin: standard input is empty.");
	return { ...given, token, tokenStdin: false };
}
