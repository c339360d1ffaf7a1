import type { Context } from "../../context.ts";
import { findServers, listPlaces } from "../../local/servers.ts";
import { type EntryOptions, printEntries } from "../../output/entries.ts";
import type { TableView } from "../../terminal/table.ts";

/** A server on this machine as the command prints it; the field names are part of the interface. */
export interface LocalEntry {
	/** As `--provider` takes it. */
	id: string;
	name: string;
	url: string;
	/** Ids of its models, in its own order. */
	models: readonly string[];
}

export async function showLocal(name: string, options: EntryOptions, context: Context): Promise<void> {
	const places = listPlaces(name, context.env);
	const servers = await findServers(name, context, places);
	const entries = servers.map(({ kind, url, models }): LocalEntry => ({ id: kind.id, name: kind.name, url, models }));
	await printEntries(entries, LIST, options, context);
	if (entries.length > 0) return;
	const looked = places.map(({ kind, url }) => `${kind.name} at ${new URL(url).host}`).join(", ");
	context.note(`No local server answers. Looked for ${looked}.`);
}

const LIST: TableView<LocalEntry> = {
	cells: ({ id, name, url, models }) => [id, name, url, models.join(",")],
	columns: [
		{ title: "PROVIDER", value: ({ id }) => id, whole: true, style: "cyan" },
		{ title: "URL", value: ({ url }) => url, whole: true },
		{ title: "MODELS", value: ({ models }) => models.join(", ") || "none", least: 20 },
	],
};
