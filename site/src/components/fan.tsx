import { ProviderMark } from "./provider-mark.tsx";
import "./fan.css";

interface Props {
	providers: readonly { id: string; name: string }[];
}

const LINES = 13;
/** Units of the picture: it is stretched to its place. */
const WIDTH = 1300;
const HEIGHT = 120;

/** The motif of the site: one request becomes many ways, and each ends at a provider. */
export function Fan({ providers }: Props) {
	return (
		<div className="fan">
			<p className="fan-request">
				<code>one request</code>
			</p>
			<FanLines />
			<ul className="fan-providers">
				{providers.map(({ id, name }) => (
					<li key={id}>
						<a href={`/providers/${id}/`}>
							<ProviderMark id={id} size={26} />
							{name}
						</a>
					</li>
				))}
			</ul>
		</div>
	);
}

/** The lines alone, from the middle of the top to the whole width below. */
export function FanLines() {
	return (
		<svg className="fan-lines" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
			{Array.from({ length: LINES }, (_, index) => {
				const x = ((index + 0.5) * WIDTH) / LINES;
				const path = `M${WIDTH / 2} 0 C${WIDTH / 2} ${HEIGHT * 0.65} ${x} ${HEIGHT * 0.35} ${x} ${HEIGHT}`;
				return <path key={x} d={path} className={`way-${index % 3}`} pathLength="100" />;
			})}
		</svg>
	);
}
