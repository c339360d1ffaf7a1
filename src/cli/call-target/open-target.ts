import type { CallIdentity } from "../../exchange/index.ts";
import type { Fetch } from "../../http/index.ts";
import type { InferenceTask } from "../../inference/index.ts";
import { type Config, readConfig } from "../config/settings.ts";
import type { Context } from "../context.ts";
import { withSubject } from "../errors/subject.ts";
import { connect, type Listener, printNotes } from "../network/connect.ts";
import { applyPolicy, isRouted, placeCall, placedSubject, resolveTarget } from "./resolve.ts";
import { type CallTarget, callIdentity, type TargetOptions } from "./target.ts";

/**
 * Opens the target of a call: finds where it goes, connects to the network, and looks up what the options leave open.
 * @param raw without `--token-stdin`, which {@link readTokenOption} has read
 * @param listen called with events now and during the call; by default notes are printed
 * @param watch sees every request
 * @param config the stored settings, if already read
 */
export async function openTarget(
	task: InferenceTask | undefined,
	raw: TargetOptions,
	context: Context,
	listen: Listener = printNotes(context),
	watch?: (fetch: Fetch) => Fetch,
	config: Config = readConfig(context),
): Promise<CallTarget> {
	const placement = await placeCall(task, raw, context, config);
	const { local, endpointUrl: endpoint, isSandbox } = placement;
	let target: CallTarget | undefined;
	// Look-ups before the call are recorded too, when only some of it is known.
	const facts = (): Partial<CallIdentity> =>
		target ? { ...callIdentity(target), ...(local ? {} : { routed: isRouted(target, raw) }) } : {};
	return await withSubject(
		() => (local ? {} : { ...placedSubject(placement), tokenSource: target?.tokenSource }),
		async () => {
			const options = { ...raw, sandbox: isSandbox, endpoint, facts };
			const connection = await connect(options, context, config, listen, watch);
			target = await resolveTarget(placement, raw, connection, context, config, listen);
			target = await applyPolicy(target, raw, connection, context, config);
			return target;
		},
	);
}
