/** Everything that happened in a call, with its time. */
export function EventList({ events = [] }) {
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

function number(events) {
	return events.map((event, index) => ({ ...event, key: index, text: describe(event) }));
}

function describe({ type, request, status, headers, data, text }) {
	if (type === "request") return `${request.method} ${request.url}`;
	if (type === "response") return `${status} ${headers["content-type"] ?? ""}`;
	if (type === "chunk") return JSON.stringify(data.choices?.[0]?.delta ?? data.token?.text ?? data);
	return text;
}
