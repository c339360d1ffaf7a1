import { notFound, ServiceFailure } from "../failure.ts";
import { modelExists } from "../known-models.ts";
import { behaviorOf } from "../model-behavior.ts";

/**
 * Rejects unknown models, and makes test models misbehave.
 * @param kind a job fails later, not when it is queued
 * @throws ServiceFailure as the model's name says
 */
export function checkBehavior(model: string, kind: "call" | "job" = "call"): void {
	if (!modelExists(model)) throw noSuchModel(model);
	switch (behaviorOf(model)) {
		case "missing":
			throw noSuchModel(model);
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

export function noSuchModel(model: string): ServiceFailure {
	const name = model.slice(0, 100);
	return notFound(`The model \`${name}\` does not exist or you do not have access to it.`, "model_not_found");
}
