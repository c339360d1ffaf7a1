import type { ToolRunReason } from "../../../tools/index.ts";

/** The message for a run that was stopped; undefined for one that ended normally. */
const STOPPED: Readonly<Record<ToolRunReason, string | undefined>> = {
	stop: undefined,
	length: "The answer was cut at the token limit; --max-tokens sets it.",
	"max-turns": "Stopped at the maximum number of answers; --max-turns allows more.",
	"max-cost": "Stopped before an answer that might pass --max-cost; --max-tokens bounds what an answer costs.",
	repeated: "Stopped: the model made the same call again and again.",
};

/** Describes why an answer or a run ended early; undefined if it did not. */
export function describeStop(reason: string | undefined): string | undefined {
	return reason !== undefined && Object.hasOwn(STOPPED, reason) ? STOPPED[reason as ToolRunReason] : undefined;
}

/** Whether a limit has ended a run before the model was done. */
export function isStopped(reason: ToolRunReason): boolean {
	return reason !== "stop" && reason !== "length";
}
