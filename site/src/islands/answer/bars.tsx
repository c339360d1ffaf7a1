import { colorClass } from "./color-class.ts";

interface Props {
	rows: readonly { label: string; score: number }[];
	/** Whether each row has the color of its thing in the picture above. */
	isColored?: boolean;
}

/** Labels with scores from 0 to 1. */
export function Bars({ rows, isColored = false }: Props) {
	return (
		<ul className="bars">
			{rows.map(({ label, score }, index) => {
				const key = `${index}-${label}`;
				return (
					<li key={key} className={isColored ? colorClass(index) : undefined}>
						<span>{label}</span>
						<span className="bar" aria-hidden="true">
							<span style={{ width: `${Math.max(0, Math.min(1, score)) * 100}%` }} />
						</span>
						<span className="score">{score.toFixed(3)}</span>
					</li>
				);
			})}
		</ul>
	);
}
