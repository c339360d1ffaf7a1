import { Live } from "../parts/live.tsx";
import type { IslandProps } from "../props.ts";
import { UseModel } from "./use-model.tsx";

/** The page "Use this model"; its URL follows every choice. */
export default function UseModelPage({ initial, samples }: IslandProps["use-model"]) {
	return (
		<Live>
			<UseModel initial={initial} samples={samples} hasLink />
		</Live>
	);
}
