/** The commands that the terminal of Home shows; the build runs them and records what they print. */
export const TERMINAL: readonly string[] = [
	'hub draw "a lighthouse" --sandbox -o lighthouse.png',
	"hub transcribe talk.wav --sandbox",
	'hub infer --sandbox -t chat "Write a haiku about the sea"',
	'hub batch cities.csv -o out.jsonl --sandbox -t chat --prompt "Where is {{ city }}?"',
];
