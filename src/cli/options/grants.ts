import { inapplicable } from "../errors/usage.ts";

/** Options that give something to an agent or to a server of tools. */
interface Grants {
	agent?: string;
	allowAgent?: string;
	passEnv?: readonly string[];
	mcpConfig?: string;
}

/** @throws UsageError if nothing could take what is given */
export function checkGrants({ agent, allowAgent, passEnv, mcpConfig }: Grants): void {
	if (allowAgent !== undefined && agent === undefined) throw inapplicable("--allow-agent needs --agent.");
	if (passEnv !== undefined && agent === undefined && mcpConfig === undefined) {
		throw inapplicable("--pass-env needs --agent or --mcp-config.", "Servers of --mcp get no variables.");
	}
}
