import { type HubOptions, searchModels } from "../../hub/index.ts";
import type { InferenceTask } from "../../inference/index.ts";
import { AUTO } from "../../inference/providers/router.ts";
import type { Context } from "../context.ts";
import { SANDBOX } from "../options/global-options.ts";
import { isLocalName } from "../options/provider.ts";

export interface ModelSearch {
	task: InferenceTask;
	/** Only models that it serves; a server on this machine is called directly. */
	provider: string | undefined;
	/** Words of the id; without words, the most popular models. */
	query: string;
}

export interface FoundModel {
	id: string;
	/** How much it is used, in words. */
	aside: string;
}

/** Maximum models to list. */
const LIMIT = 40;

export async function findModels(
	{ task, provider, query }: ModelSearch,
	hub: () => Promise<HubOptions>,
	context: Context,
	signal: AbortSignal,
): Promise<FoundModel[]> {
	if (isLocalName(provider)) {
		const { findServers } = await import("../local/servers.ts");
		const servers = await findServers(provider, context);
		return servers.flatMap(({ kind, models }) => models.map((id) => ({ id, aside: kind.name })));
	}
	const isChat = task === "conversational";
	const records = await searchModels(
		{
			search: query === "" ? undefined : query,
			pipelineTag: isChat ? undefined : task,
			filter: isChat ? "conversational" : undefined,
			inferenceProvider: provider === AUTO || provider === SANDBOX ? undefined : provider,
			sort: "downloads",
			limit: LIMIT,
		},
		{ ...(await hub()), signal },
	);
	return records.map(({ id, downloads, likes }) => ({ id, aside: describeUse(downloads, likes) }));
}

function describeUse(downloads: number | undefined, likes: number | undefined): string {
	const { format } = new Intl.NumberFormat("en", { notation: "compact" });
	const uses = Object.entries({ downloads, likes });
	return uses.flatMap(([use, count]) => (count === undefined ? [] : `${format(count)} ${use}`)).join(", ");
}
