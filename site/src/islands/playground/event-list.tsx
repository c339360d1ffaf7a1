import type { CallEvent } from "../../call.ts";

/** Everything that happened in a call, with its time. */
export function EventList({ events = [] }: { events?: readonly CallEvent[] | undefined }) {
	return (
		<section aria-label="Events" className="events">
			{events.length === 0 ? (
				<p className="note">Requests, responses and chunks of the answer appear here, with their times.</p>
			) : (
				<ol tabIndex={0} aria-label="Events in order">
					{number(events).map(({ key, at, type, text }) => (
						<li key={key}>
							<span className="at">{Math.round(at)} ms</span>
							<span className="type">{type}</span>
							<span>{text}</span>
						</li>
					))}
				</ol>
			)}
		</section>
	);
}

function number(events: readonly CallEvent[]) {
	return events.map((event, index) => ({ ...event, key: index, text: describe(event) }));
}

function describe(event: CallEvent): string {
	if (event.type === "request") return `${event.request.method} ${event.request.url}`;
	if (event.type === "response") return `${event.status} ${event.headers["content-type"] ?? ""}`;
	if (event.type === "chunk") {
		const { data } = event;
		return JSON.stringify(data.choices?.[0]?.delta ?? data.token?.text ?? data);
	}
	return event.text;
}
