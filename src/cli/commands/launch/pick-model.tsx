import { type ReactNode, useCallback, useMemo, useState } from "react";
import { describeModel } from "../../../exchange/index.ts";
import type { Offer } from "../../../exchange/offers.ts";
import type { Context } from "../../context.ts";
import { findServers } from "../../local/servers.ts";
import { formatCount } from "../../terminal/amounts.ts";
import type { Choice } from "../../ui/list.ts";
import { Picker, type PickerEnding, pick, useLoaded, useSpinner } from "../../ui/picker.tsx";
import type { ServeCommandOptions } from "../serve/options.ts";
import { loadRouterOffers } from "./model-facts.ts";
import { countWithTools, RECOMMENDED } from "./models.ts";
import { readRecentModels } from "./recent-models.ts";

/** Lets the user choose the model of an agent: recent ones, recommended ones, and those of servers on this machine. */
export function pickAgentModel(agent: string, options: ServeCommandOptions, context: Context): Promise<string> {
	const recent = readRecentModels(context.env);
	return pick<string>(context, (ending) => <ModelPicker {...{ agent, recent, options, context }} {...ending} />);
}

interface ModelPickerProps extends PickerEnding<string> {
	agent: string;
	recent: readonly string[];
	options: ServeCommandOptions;
	context: Context;
}

function ModelPicker({ agent, recent, options, context, ...ending }: ModelPickerProps): ReactNode {
	const [query, setQuery] = useState("");
	const offers = useLoaded(useCallback(() => loadRouterOffers(options, context), [options, context]));
	const local = useLoaded(
		useCallback(() => (options.sandbox ? Promise.resolve([]) : listLocalModels(context)), [options, context]),
	);
	const isLoading = offers.isLoading || local.isLoading;
	const spinner = useSpinner(isLoading);
	// What cannot be loaded is left out.
	const choices = useMemo(
		() => modelChoices({ recent, offers: offers.value ?? [], local: local.value ?? [], query }),
		[recent, offers, local, query],
	);
	const note = isLoading ? `${spinner} Looking for prices and local servers` : " ";
	return (
		<Picker
			title={`Which model for ${agent}? Type any id as ORG/NAME or ORG/NAME:PROVIDER.`}
			choices={choices}
			note={note}
			onQuery={setQuery}
			{...ending}
		/>
	);
}

async function listLocalModels(context: Context): Promise<Choice<string>[]> {
	const servers = await findServers("local", context);
	return servers.flatMap(({ kind, models }) =>
		models.map((id) => ({ value: `${id}:${kind.id}`, label: id, aside: kind.name, group: "On this machine" })),
	);
}

interface Lists {
	recent: readonly string[];
	offers: readonly Offer[];
	local: readonly Choice<string>[];
	query: string;
}

function modelChoices({ recent, offers, local, query }: Lists): Choice<string>[] {
	const row = (id: string, group: string): Choice<string> => ({
		value: id,
		label: id,
		aside: describeChoice(id.replace(/:[\w-]+$/, ""), offers),
		group,
	});
	const recommended = RECOMMENDED.models.filter((id) => !recent.includes(id));
	const listed = [
		...recent.map((id) => row(id, "Recent")),
		...recommended.map((id) => row(id, "Recommended")),
		...local.filter(({ value }) => !recent.includes(value)),
	];
	const typed = query.trim();
	const isOther = /^[\w.-]+\/[\w.-]+(?::[\w-]+)?$/.test(typed) && !listed.some(({ value }) => value === typed);
	return isOther ? [...listed, row(typed, "By its id")] : listed;
}

/** The context that every provider supports, the lowest price, and whether it calls tools. */
function describeChoice(model: string, offers: readonly Offer[]): string | undefined {
	const own = offers.filter((offer) => offer.model === model && offer.status !== "error");
	if (own.length === 0) return undefined;
	const { context_length: context } = describeModel(model, undefined, own);
	const prices = own.flatMap(({ pricing }) => pricing ?? []).sort((one, other) => one.output - other.output);
	const [price] = prices;
	const withTools = countWithTools(model, own);
	return [
		context === undefined ? undefined : `${formatCount(context)} tokens`,
		price ? `from $${price.input} in, $${price.output} out` : undefined,
		withTools > 0 ? `tools at ${withTools}` : "no tools",
	]
		.filter((part) => part !== undefined)
		.join(" · ");
}
