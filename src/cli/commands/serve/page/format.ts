import { formatCost as formatDecimal } from "../../../../exchange/format-cost.ts";
import type { Usage } from "../../../../exchange/index.ts";

export function formatDuration(ms: number): string {
	return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** Tokens in and out. */
export function formatTokens(usage: Usage | null): string {
	return usage ? `${usage.input_tokens} → ${usage.output_tokens}` : "–";
}

export function formatCost(cost: number | null): string {
	if (cost === null) return "–";
	return `$${formatDecimal(Number(cost.toPrecision(2)))}`;
}

/** Indents JSON; returns anything else unchanged. */
export function formatText(text: string): string {
	try {
		return JSON.stringify(JSON.parse(text), null, 2);
	} catch {
		return text || "–";
	}
}
