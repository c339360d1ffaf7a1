/** A coding tool that runs commands on a model's behalf. */
export interface AgentHarness {
    prettyLabel: string;
    repoUrl?: string;
    docsUrl?: string;
    /**
     * Environment variables that give it away, one being enough: `*` for any value, `abc*` for a beginning,
     * else the exact value.
     */
    envVars?: Record<string, string>;
}
/** Ids of all coding tools, in the order they are looked for. */
export declare const AGENT_HARNESS_KEYS: readonly ["antigravity", "augment-cli", "cline", "cowork", "claude-code", "codex", "crush", "gemini-cli", "github-copilot", "goose", "hermes-agent", "hi", "kilo-code", "kiro", "openclaw", "opencode", "pi", "replit", "trae", "vtcode", "warp", "zed", "cursor-cli", "cursor", "devin"];
/** Id of a coding tool. */
export type AgentHarnessKey = (typeof AGENT_HARNESS_KEYS)[number];
/** The known tools, in the order in which they are tried: a special case comes before the general one. */
export declare const AGENT_HARNESSES: Record<AgentHarnessKey, AgentHarness>;
/** Variables in which a tool states its id. */
export declare const STANDARD_AGENT_ENV_VARS: readonly string[];
/**
 * Returns the tool that runs this program, `unknown` when it states an id that is not in the table,
 * undefined when none shows.
 */
export declare function detectAgentHarness(environment: Readonly<Record<string, string | undefined>>): AgentHarnessKey | "unknown" | undefined;
