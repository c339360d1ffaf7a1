import type { Provider } from "../inference/index.ts";
import { checkTarget } from "../inference/run.ts";
import { CallGroups } from "./groups.ts";
import type { Lane } from "./lane.ts";
import type { BatchOptions, BatchTarget } from "./types.ts";

/** Returns the targets of a batch. */
export function makeTargets(options: BatchOptions): readonly BatchTarget[] {
	const { targets, provider, model, accessToken, endpointUrl } = options;
	const providers = [provider].flat() as readonly (string | Provider | undefined)[];
	return targets ?? providers.map((each) => ({ provider: each, model, accessToken, endpointUrl }));
}

/**
 * Returns the lanes that can be called, before the first row, and determines how many rows their calls contain. `onSkip` gets the others.
 * @throws the error of the first if none can be called
 */
export async function keepUsable(
	lanes: readonly Lane[],
	{ task, group, onSkip }: BatchOptions,
): Promise<readonly Lane[]> {
	const problems = new Map<Lane, unknown>();
	for (const lane of lanes) {
		try {
			const grouping = await checkTarget(task, lane.callee, lane.options);
			const { provider, endpointUrl } = lane.target;
			const isKnown = endpointUrl === undefined && typeof provider !== "object";
			if (grouping) lane.groups = new CallGroups(grouping, group, isKnown);
		} catch (error) {
			problems.set(lane, error);
		}
	}
	const usable = lanes.filter((lane) => !problems.has(lane));
	if (usable.length === 0) throw problems.values().next().value;
	for (const [lane, error] of problems) onSkip?.(lane.name, error);
	return usable;
}
