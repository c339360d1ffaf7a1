import { redactUrl } from "../../../http/index.ts";
import type { Context } from "../../context.ts";
import { parseEncoding } from "./input/encoding.ts";
import type { Fingerprint } from "./journal/manifest.ts";
import type { BatchCommandOptions } from "./options.ts";
import type { Plan } from "./plan.ts";

/** Facts that decide the results of a run, without secrets. */
export function makeFingerprint(plan: Plan, options: BatchCommandOptions, context: Context): Fingerprint {
	const { rules, resolved } = plan;
	const endpoint = resolved[0]?.endpointUrl;
	const fingerprint = {
		task: plan.task,
		model: options.model ?? resolved[0]?.model,
		endpoint: endpoint === undefined ? undefined : redactUrl(endpoint),
		providers: resolved.map(({ provider }) => provider ?? "auto"),
		prompt: options.prompt,
		system: options.system,
		image: options.image,
		column: options.column,
		"id column": options.idColumn,
		"input form": options.inputFormat,
		encoding: options.encoding === undefined ? undefined : parseEncoding(options.encoding),
		parameters: rules.parameters,
		context: rules.context,
		source: rules.source,
		table: rules.table,
		form: options.format ?? "jsonl",
		text: options.text ?? false,
		keep: options.keep,
		via: options.via,
	};
	const known = Object.entries(fingerprint).filter(([, value]) => value !== undefined);
	return JSON.parse(context.secrets.hide(JSON.stringify(Object.fromEntries(known)))) as Fingerprint;
}
