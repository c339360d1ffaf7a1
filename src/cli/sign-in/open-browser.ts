import { spawn } from "node:child_process";
import { isSecretName } from "../../base/secret-names.ts";
import type { Context } from "../context.ts";
import { programStart } from "../files/programs.ts";

/** The program that opens a URL on each system, without a shell. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly [program: string, ...args: string[]]>> = {
	darwin: ["open"],
	win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/**
 * Opens a URL in the user's browser, and does not wait for it. The URL is one argument of a program.
 * @returns whether the program was started
 */
export async function openBrowser(url: URL, { env, platform }: Pick<Context, "env" | "platform">): Promise<boolean> {
	const [name, ...args] = OPENERS[platform] ?? ["xdg-open"];
	const { program, args: all } = programStart(name, [...args, url.href], { env, platform });
	// The browser outlives this program and needs no token.
	const kept = Object.entries(env).filter(([variable, value]) => value !== undefined && !isSecretName(variable));
	return await new Promise((resolve) => {
		const child = spawn(program, all, {
			detached: true,
			stdio: "ignore",
			env: Object.fromEntries(kept),
			windowsHide: true,
		});
		child.once("error", () => resolve(false));
		child.once("spawn", () => {
			child.unref();
			resolve(true);
		});
	});
}
