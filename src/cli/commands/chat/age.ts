const UNITS = [
	{ name: "d", seconds: 86_400 },
	{ name: "h", seconds: 3600 },
	{ name: "min", seconds: 60 },
] as const;

/** How long ago something was: `3 h ago`, `12 d ago`, `just now`. Both times are milliseconds since 1970. */
export function formatAge(time: number, now: number): string {
	const seconds = (now - time) / 1000;
	const unit = UNITS.find((candidate) => seconds >= candidate.seconds);
	return unit ? `${Math.floor(seconds / unit.seconds)} ${unit.name} ago` : "just now";
}
