import data from "./data/agent-harnesses.json.js";
const AGENT_HARNESS_KEYS = [
  "antigravity",
  "augment-cli",
  "cline",
  "cowork",
  "claude-code",
  "codex",
  "crush",
  "gemini-cli",
  "github-copilot",
  "goose",
  "hermes-agent",
  "hi",
  "kilo-code",
  "kiro",
  "openclaw",
  "opencode",
  "pi",
  "replit",
  "trae",
  "vtcode",
  "warp",
  "zed",
  "cursor-cli",
  "cursor",
  "devin"
];
const AGENT_HARNESSES = data.entries;
const STANDARD_AGENT_ENV_VARS = data.standardEnvVars;
function isHarness(id) {
  return Object.hasOwn(AGENT_HARNESSES, id);
}
function matches(value, pattern) {
  if (!value) return false;
  return pattern.endsWith("*") ? value.startsWith(pattern.slice(0, -1)) : value === pattern;
}
function detectAgentHarness(environment) {
  const stated = STANDARD_AGENT_ENV_VARS.map((name) => environment[name]).find(Boolean);
  if (stated) return isHarness(stated) ? stated : "unknown";
  return AGENT_HARNESS_KEYS.find(
    (key) => Object.entries(AGENT_HARNESSES[key].envVars ?? {}).some(([name, pattern]) => matches(environment[name], pattern))
  );
}
export {
  AGENT_HARNESSES,
  AGENT_HARNESS_KEYS,
  STANDARD_AGENT_ENV_VARS,
  detectAgentHarness
};
