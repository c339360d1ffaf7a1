/** Labels with scores from 0 to 1. */
export function Bars({ rows }: { rows: readonly { label: string; score: number }[] }) {
	return (
		<ul className="bars">
			{rows.map(({ label, score }) => (
				<li key={label}>
					<span>{label}</span>
					<span className="bar" aria-hidden="true">
						<span style={{ width: `${Math.max(0, Math.min(1, score)) * 100}%` }} />
					</span>
					<span className="score">{score.toFixed(3)}</span>
				</li>
			))}
		</ul>
	);
}
