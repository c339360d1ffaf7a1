/** Organization whose models state their task in their name. */
export const SANDBOX_ORG = "sandbox";

/** Prefixes of model names of the organization `sandbox`. */
const BEHAVIOURS = [
	"missing",
	"gated",
	"staging",
	"unserved",
	"failing",
	"endless",
	"queued",
	"limited",
	"overloaded",
	"lora",
] as const;

/** How a model made for tests misbehaves. */
export type Behavior = (typeof BEHAVIOURS)[number];

/** The behavior in a name: `sandbox/failing-text-to-video` fails. */
export function behaviorOf(model: string): Behavior | undefined {
	const [, word] = /(?:^|\/)sandbox[/.]([a-z]+)(?:[-/]|$)/.exec(model.toLowerCase()) ?? [];
	return BEHAVIOURS.find((behavior) => behavior === word);
}
