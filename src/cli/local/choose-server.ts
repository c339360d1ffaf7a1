import { taskName } from "../../catalogue/aliases.ts";
import { chat } from "../../inference/adapters/chat.ts";
import { completions, readCompletion } from "../../inference/adapters/completions.ts";
import { embeddings } from "../../inference/adapters/embeddings.ts";
import { defineProvider, type InferenceTask, type Provider } from "../../inference/index.ts";
import type { Context } from "../context.ts";
import { UsageError } from "../errors/usage.ts";
import { findServers, type LocalServer, listPlaces, type Place } from "./find-servers.ts";

/** A server on this machine, with the model to call. */
export interface LocalChoice {
	server: LocalServer;
	model: string;
	/** For tasks besides chat: the server as a provider of the library. */
	service: Provider;
}

/**
 * Chooses a server on this machine and its model: the named one, else the first that the server lists.
 * @param name `local`, or one kind of server
 * @throws UsageError if none is running, supports the task, or has the model
 */
export async function chooseLocal(
	name: string,
	task: InferenceTask,
	model: string | undefined,
	context: Context,
): Promise<LocalChoice> {
	const places = listPlaces(name, context.env);
	const servers = await findServers(name, context, places);
	const [first] = servers;
	if (!first) throw noServer(places);
	const server =
		model === undefined ? (servers.find(({ models }) => models.length > 0) ?? first) : findOwner(servers, model);
	// A named server is called even if it does not list the model.
	const chosen = server ?? (name === "local" ? undefined : first);
	if (!chosen) throw noModel(model ?? "", servers);
	const service = toProvider(chosen);
	if (!Object.hasOwn(service.tasks, task)) {
		const tasks = Object.keys(service.tasks)
			.map((id) => taskName(id as InferenceTask))
			.join(", ");
		throw new UsageError(
			`${chosen.kind.name} does not do ${task}.`,
			`Tasks of local servers: ${tasks}.`,
			"provider-unsuited",
		);
	}
	const id = model ?? firstModel(chosen, task);
	if (id !== undefined) return { server: chosen, model: id, service };
	throw new UsageError(
		`${chosen.kind.name} at ${chosen.url} lists no models.`,
		chosen.kind.id === "ollama" ? "Get one: ollama pull MODEL" : "Load one in it, or name one with -m.",
		"no-model",
	);
}

/** Ids of embedding models, which cannot chat. */
const EMBEDS = /embed|\bbge\b|\bgte\b|minilm/i;

function firstModel({ models }: LocalServer, task: InferenceTask): string | undefined {
	const wantsEmbeddings = task === "feature-extraction";
	return models.find((id) => EMBEDS.test(id) === wantsEmbeddings) ?? models[0];
}

/** Returns the server that has a model; Ollama leaves the tag `latest` out. */
function findOwner(servers: readonly LocalServer[], model: string): LocalServer | undefined {
	return servers.find(({ models }) => models.includes(model) || models.includes(`${model}:latest`));
}

function toProvider({ kind, url }: LocalServer): Provider {
	return defineProvider({
		id: kind.id,
		label: kind.name,
		baseUrl: url,
		tasks: {
			conversational: chat(),
			"text-generation": completions("Expected a completion", { read: readCompletion }),
			"feature-extraction": embeddings("Expected embeddings"),
		},
	});
}

function noServer(places: readonly Place[]): UsageError {
	const [place] = places;
	if (place && places.length === 1) {
		return new UsageError(
			`${place.kind.name} does not answer at ${place.url}.`,
			`Start it: ${place.kind.start}`,
			"no-local-server",
		);
	}
	const looked = places.map(({ kind, url }) => `${kind.name} (${new URL(url).host})`).join(", ");
	return new UsageError(
		`No local server answers: ${looked}.`,
		"Start one, or name its URL with --endpoint.",
		"no-local-server",
	);
}

function noModel(model: string, servers: readonly LocalServer[]): UsageError {
	const known = [...new Set(servers.flatMap(({ models }) => models))];
	const list =
		known.length > 0 ? `They have ${known.slice(0, 5).join(", ")}${known.length > 5 ? " …" : ""}.` : undefined;
	return new UsageError(`No local server has the model ${model}.`, list, "no-model");
}
