/** The commands that the terminal of Home shows; the build runs them and records what they print. */
export const TERMINAL: readonly string[] = [
	'hub infer --sandbox -t chat "Write a haiku about the sea"',
	"hub infer --sandbox -t asr sample:speech.wav",
	'hub infer --sandbox -t text-to-image "a lighthouse" -o lighthouse.png',
	'hub batch cities.csv -o out.jsonl --sandbox -t chat --prompt "Where is {{ city }}?"',
];
