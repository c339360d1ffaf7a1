import { notFound, ServiceFailure } from "../failure.ts";
import { behaviourOf } from "../models.ts";

/**
 * Lets the models made for tests misbehave.
 * @param kind a job fails later, not when it is queued
 * @throws ServiceFailure as the model's name says
 */
export function checkBehaviour(model: string, kind: "call" | "job" = "call"): void {
	switch (behaviourOf(model)) {
		case "missing":
			throw notFound(`The model \`${model}\` does not exist or you do not have access to it.`, "model_not_found");
		case "gated":
			throw new ServiceFailure(403, `You do not have access to model ${model}.`, { code: "model_gated" });
		case "limited":
			throw new ServiceFailure(429, "Rate limit reached. Please try again later.", {
				code: "rate_limit_exceeded",
				headers: { "retry-after": "1" },
			});
		case "overloaded":
			throw new ServiceFailure(503, `Model ${model} is overloaded. Please try again later.`, { code: "overloaded" });
		case "failing":
			if (kind === "job") return;
			throw new ServiceFailure(500, `Model ${model} failed to answer.`, { code: "internal_error" });
	}
}
