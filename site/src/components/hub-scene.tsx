/** Providers around the mark, as spokes: angles in degrees, lengths in units of the picture. */
const SPOKES = Array.from({ length: 25 }, (_, index) => ({
	angle: -84 + index * 7,
	length: 112 + ((index * 37) % 3) * 22,
	size: 3 + ((index * 5) % 3),
}));

/** What people start from, on the other side. */
const STARTS = [
	{ y: 92, text: "$ hub" },
	{ y: 170, text: "import" },
	{ y: 248, text: "/v1" },
];

const CENTER = { x: 210, y: 170 };

function place(angle: number, length: number): { x: number; y: number } {
	const radians = (angle * Math.PI) / 180;
	return { x: CENTER.x + Math.cos(radians) * length, y: CENTER.y + Math.sin(radians) * length };
}

/** The illustration of Home: the command, the library and the gateway lead through one mark to every provider. */
export function HubScene() {
	return (
		<svg className="hub-scene" viewBox="0 0 380 340" aria-hidden="true">
			{SPOKES.map(({ angle, length, size }) => {
				const { x, y } = place(angle, length);
				return (
					<g key={angle}>
						<line x1={CENTER.x} y1={CENTER.y} x2={x.toFixed(1)} y2={y.toFixed(1)} className="spoke" />
						<circle cx={x.toFixed(1)} cy={y.toFixed(1)} r={size} className={angle % 3 === 0 ? "end bright" : "end"} />
					</g>
				);
			})}
			{STARTS.map(({ y, text }) => (
				<g key={text}>
					<path d={`M94 ${y} C150 ${y} 150 ${CENTER.y} ${CENTER.x} ${CENTER.y}`} className="way" />
					<rect x="10" y={y - 18} width="84" height="36" rx="9" className="start" />
					<text x="52" y={y + 5} textAnchor="middle" className="word">
						{text}
					</text>
				</g>
			))}
			<circle cx={CENTER.x} cy={CENTER.y} r="30" className="halo" />
			<circle cx={CENTER.x} cy={CENTER.y} r="17" className="core" />
		</svg>
	);
}
