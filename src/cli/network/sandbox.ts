import type { Fetch } from "../../http/index.ts";
import type { Token } from "../config/token.ts";
import type { Context } from "../context.ts";

/** Accepted by the sandbox, and by nobody else. */
export const SANDBOX_TOKEN = "hf_sandbox";

/** The sandbox as a `fetch`: no port, no second process, the real URLs. */
export async function openSandbox(): Promise<Fetch> {
	const { createSandbox } = await import("../../sandbox/index.ts");
	return createSandbox();
}

/** A made-up token for the sandbox; the user's own never goes there. */
export function makeSandboxToken(context: Context, value = SANDBOX_TOKEN, variable = "HF_TOKEN"): Token {
	context.secrets.add(value, `$${variable}`);
	return { value, source: "the sandbox", origin: "flag", variable, isExplicit: true };
}
