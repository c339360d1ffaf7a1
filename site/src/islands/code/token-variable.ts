import type { ShownCall } from "../../call-task.ts";

/** Returns the name of the environment variable that code reads the token from. */
export function tokenVariable({ task, provider, direct }: ShownCall): string {
	const chosen = task.providers.find(({ id }) => id === provider);
	return chosen && (direct || chosen.ownKey) ? chosen.keyVariable : "HF_TOKEN";
}
