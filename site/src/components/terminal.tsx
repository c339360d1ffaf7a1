import type { Facts } from "../page.ts";
import "./terminal.css";

/** A recorded terminal. All of it is in the page; `client/terminal.ts` plays it where motion is welcome. */
export function Terminal({ commands }: { commands: Facts["terminal"] }) {
	return (
		<section className="terminal" aria-label="A recorded terminal">
			<pre tabIndex={0}>
				{commands.map(({ line, output }) => (
					<span className="step" key={line}>
						<span className="typed">{line}</span>
						{"\n"}
						<span className="printed">{output}</span>
						{"\n"}
						{output.includes("lighthouse.png") && (
							<img
								src="/samples/lighthouse.png"
								width="160"
								height="120"
								alt="The lighthouse that was drawn"
								loading="lazy"
							/>
						)}
					</span>
				))}
			</pre>
			<button type="button" hidden>
				Pause
			</button>
		</section>
	);
}
