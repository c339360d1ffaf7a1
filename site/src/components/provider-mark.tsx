import "./provider-mark.css";

/** Shapes of a quarter of a mark, 12 units wide; the outer corner of the mark is at 0, 0. */
const SHAPES = [
	"M12 0A12 12 0 0 0 0 12H12Z",
	"M0 0A12 12 0 0 0 12 12V0Z",
	"M0 0H12L0 12Z",
	"M12 0V12H0Z",
	"M6 1a5 5 0 1 1 0 10A5 5 0 1 1 6 1Z",
	"M12 0A12 12 0 0 0 0 12H6A6 6 0 0 1 12 6Z",
	"M0 0H6A6 6 0 0 1 12 6V12H6A6 6 0 0 1 0 6Z",
	"M0 0H12V5H0ZM0 7H12V12H0Z",
];
const COLORS = 3;
/** Gives today's providers different marks; a test says when another one is needed. */
const START = 59323;

/** The shapes of a mark and its colors, which are the same on every page. */
export function markOf(id: string): { first: number; second: number; color: number } {
	const hash = [...id].reduce((sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 16777619) >>> 0, START);
	const [first, step, color] = [hash % 8, 1 + ((hash >>> 3) % 7), (hash >>> 7) % COLORS];
	return { first, second: (first + step) % SHAPES.length, color };
}

/**
 * A mark of our own, of two shapes that turn around the middle: the logos of providers are theirs, and pages load nothing
 * from other hosts.
 */
export function ProviderMark({ id, size = 22 }: { id: string; size?: number }) {
	const { first, second, color } = markOf(id);
	return (
		<svg className={`mark mark-${color}`} viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
			{[first, second, first, second].map((shape, quarter) => {
				const key = `${quarter}-${shape}`;
				return (
					<path
						key={key}
						className={quarter % 2 === 0 ? "" : "other"}
						d={SHAPES[shape]}
						transform={`rotate(${quarter * 90} 12 12)`}
					/>
				);
			})}
		</svg>
	);
}
