import { inapplicable } from "../errors/usage.ts";

/** Options that grant something to an agent or to a tool server. */
interface Grants {
	agent?: string;
	allowAgent?: string;
	passEnv?: readonly string[];
	mcpConfig?: string;
}

/** @throws UsageError if there is no receiver for a grant */
export function checkGrants({ agent, allowAgent, passEnv, mcpConfig }: Grants): void {
	if (allowAgent !== undefined && agent === undefined) throw inapplicable("--allow-agent needs --agent.");
	if (passEnv !== undefined && agent === undefined && mcpConfig === undefined) {
		throw inapplicable("--pass-env needs --agent or --mcp-config.", "Servers of --mcp get no variables.");
	}
}
