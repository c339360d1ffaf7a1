import { AUTO } from "../../../inference/build-request.ts";
import { LOCAL_KINDS } from "../../options/local-servers.ts";
import { quoteWord } from "../../prompts/command-line.ts";
import type { Place } from "./place.ts";

/** Returns the display name of a place: the host of an endpoint, the sandbox, the provider. */
export function namePlace({ endpoint, provider, sandbox }: Place): string {
	if (provider === "sandbox" || (sandbox && (provider === undefined || provider === AUTO))) return "sandbox";
	const name = endpoint === undefined ? (provider ?? AUTO) : new URL(endpoint).host;
	return sandbox ? `sandbox · ${name}` : name;
}

/** Returns the command line that continues a chat with the same provider. */
export function formatResume(id: string, place: Place, model: string | undefined): string {
	const { endpoint, provider, sandbox, direct, router, local } = place;
	const usual = LOCAL_KINDS.some(({ id, port }) => id === provider && local === `http://127.0.0.1:${port}`);
	const words = [
		...(router === undefined ? [] : [`HUB_ROUTER_URL=${quoteWord(router)}`]),
		...(local === undefined || usual ? [] : [`OLLAMA_HOST=${quoteWord(local)}`]),
		"hub chat --resume",
		quoteWord(id),
		...(model === undefined ? [] : ["-m", quoteWord(model)]),
		...(endpoint === undefined ? [] : ["--endpoint", quoteWord(endpoint)]),
		...(provider === undefined || (sandbox && provider === AUTO) ? [] : ["-p", quoteWord(provider)]),
		...(sandbox ? ["--sandbox"] : []),
		...(direct ? ["--direct"] : []),
	];
	return words.join(" ");
}
