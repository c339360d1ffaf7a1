import type { BatchOptions, TokenUsage } from "../../../batch/index.ts";
import { getPath } from "../../../json.ts";
import type { Context } from "../../context.ts";
import { UsageError } from "../../errors/usage.ts";
import type { BatchCommandOptions, Price } from "./options.ts";
import type { Plan } from "./plan.ts";

/** What calls cost. */
export interface Pricing {
	cost: NonNullable<BatchOptions["cost"]>;
	/** Price of a lane; undefined where it is not known. */
	priceOf(lane: string): Price | undefined;
}

/**
 * Finds the prices of the providers.
 * @throws UsageError with `--max-cost` where one is not known
 */
export async function createPricing(plan: Plan, options: BatchCommandOptions, _context: Context): Promise<Pricing> {
	const prices = new Map<string, Price>();
	const { price: given } = options;
	const priceOf = (lane: string): Price | undefined => prices.get(lane) ?? given;
	if (options.maxCost !== undefined) {
		const unknown = plan.targets.map(({ name = "auto" }) => name).find((name) => !priceOf(name));
		if (unknown !== undefined) {
			throw new UsageError(
				`The price of ${plan.targets[0]?.model ?? "the model"} at ${unknown} is not known, so --max-cost cannot be kept.`,
				"Give it with --price IN,OUT, in US dollars a million tokens.",
			);
		}
	}
	return {
		priceOf,
		cost: ({ lane, output, usage }) => readReported(output) ?? multiply(priceOf(lane), usage),
	};
}

/** What the answer itself says that it cost. */
function readReported(output: unknown): number | undefined {
	for (const name of ["cost", "estimated_cost"]) {
		const cost = getPath(output, "usage", name);
		if (typeof cost === "number" && Number.isFinite(cost)) return cost;
	}
	return undefined;
}

function multiply(price: Price | undefined, usage: TokenUsage | undefined): number | null {
	if (!price || !usage) return null;
	return (usage.input_tokens * price.input + usage.output_tokens * price.output) / 1e6;
}
