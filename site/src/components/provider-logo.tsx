import "./provider-logo.css";

/** Marks of our own: the logos of providers are theirs, and pages load nothing from other hosts. */
const HUES = 6;

/** A mark of two letters in one of six colors, the same on every page. */
export function logoOf(id: string, name: string) {
	const words = name.split(/[\s.-]+/);
	const letters = words.length > 1 ? `${words[0]?.[0]}${words[1]?.[0]}` : name.slice(0, 2);
	const hue = [...id].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % HUES;
	return (
		<svg className={`logo logo-${hue}`} viewBox="0 0 28 28" width="22" height="22" aria-hidden="true">
			<rect width="28" height="28" rx="8" />
			<text x="14" y="19" textAnchor="middle">
				{letters}
			</text>
		</svg>
	);
}
