export {
	InferenceClientToolRunError,
	type RunToolsArgs,
	runTools,
	type ToolEvent,
	type ToolRun,
	type ToolRunReason,
	type ToolRunResult,
} from "./run-tools.ts";
export { type Tool, type ToolCall, type ToolContext, type ToolDescription, type ToolPart, tool } from "./tool.ts";
