import type { BatchTarget } from "../../../../batch/index.ts";
import { findProvider } from "../../../../inference/registry.ts";
import { keyVariable } from "../../../config/token.ts";
import { UsageError } from "../../../errors/usage.ts";
import type { BatchCommandOptions } from "../options.ts";
import type { Plan } from "../plan.ts";
import { JobClient } from "./client.ts";
import { BATCH_SERVICES, type BatchService, ENDPOINTS, PLAIN_SERVICE } from "./services.ts";

/** Checks the requirements of `--via provider` before any look-up. */
export function checkVia(options: BatchCommandOptions): void {
	const { provider, endpoint, output } = options;
	if (output === undefined || output === "-")
		throw new UsageError("--via provider needs a file for the results.", "Name it with -o.");
	if (endpoint !== undefined) return;
	const names = Object.keys(BATCH_SERVICES).join(", ");
	if (provider === undefined)
		throw new UsageError("--via provider needs a provider.", `Name one with -p: ${names}.`, "no-provider");
	if (!Object.hasOwn(BATCH_SERVICES, provider)) {
		throw new UsageError(`${provider} has no batch service.`, `These have one: ${names}.`, "unknown-name");
	}
	if (options.token?.startsWith("hf_")) {
		throw new UsageError(
			"--via provider needs the provider's own key; this is a hub token.",
			`Set ${keyVariable(provider)}.`,
			"wrong-token",
		);
	}
}

/** Returns the batch service of a target with a client for it. */
export function connectService(target: BatchTarget, signal: AbortSignal): { client: JobClient; service: BatchService } {
	const { provider, endpointUrl, accessToken, options } = target;
	const id = typeof provider === "string" ? provider : "";
	const service = endpointUrl === undefined ? (BATCH_SERVICES[id] ?? PLAIN_SERVICE) : PLAIN_SERVICE;
	const base = endpointUrl ?? findProvider(id)?.baseUrl ?? "";
	return { client: new JobClient(base, service, accessToken, options?.fetch ?? fetch, signal), service };
}

/**
 * Returns the batch service for a plan, with a client and the path of its requests.
 * @throws UsageError if the service does not run the task
 */
export function findService(
	{ task, targets }: Plan,
	signal: AbortSignal,
): ReturnType<typeof connectService> & { endpoint: string } {
	const [target = {}] = targets;
	const endpoint = ENDPOINTS[task];
	const connected = connectService(target, signal);
	if (endpoint === undefined || !connected.service.tasks.includes(task)) {
		throw new UsageError(
			`The batch service of ${target.name} does not run ${task}.`,
			`It runs: ${connected.service.tasks.join(", ")}.`,
		);
	}
	return { ...connected, endpoint };
}
