import { Live } from "../parts/live.jsx";
import { UseModel } from "./use-model.jsx";

/** The page "Use this model"; its URL follows every choice. */
export default function UseModelPage({ initial, samples }) {
	return (
		<Live>
			<UseModel initial={initial} samples={samples} hasLink />
		</Live>
	);
}
