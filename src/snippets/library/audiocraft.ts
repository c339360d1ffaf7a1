import type { ModelData } from "../../catalogue/index.ts";
import { hasTag } from "../model.ts";
import { code, lines, python, type Snippet } from "./snippet.ts";

interface Kind {
	tag: string;
	class: string;
	descriptions: Snippet;
	settings?: Snippet;
}

const KINDS: Kind[] = [
	{
		tag: "musicgen",
		class: "MusicGen",
		descriptions: python`["slow waltz for accordion", "bright ska with trumpets", "harp over soft rain"]`,
	},
	{
		tag: "audiogen",
		class: "AudioGen",
		descriptions: python`["wind in tall grass", "a tram passing a square", "steps on a wooden stair"]`,
		settings: python`model.set_generation_params(duration=5)  # seconds`,
	},
	{
		tag: "magnet",
		class: "MAGNeT",
		descriptions: python`["calm piano at night", "fast drums in five-four time", "a choir in a stone church"]`,
	},
];

export function audiocraft(model: ModelData): Snippet {
	const kind = KINDS.find(({ tag }) => hasTag(model, tag));
	if (!kind) return python`# Type of model unknown.`;
	const name = code(kind.class);
	const load = lines(python`model = ${name}.get_pretrained(${model.id})`, kind.settings);
	return python`
		from audiocraft.models import ${name}

		${load}

		descriptions = ${kind.descriptions}
		wav = model.generate(descriptions)  # one recording for each
	`;
}
