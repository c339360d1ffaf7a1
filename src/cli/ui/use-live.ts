import { useRef, useState } from "react";

/** State that can be read right after a change: several keys may arrive before the next frame. */
export interface Live<State> {
	readonly current: State;
	set(next: State): void;
	/** As `set`, while the component is being drawn. */
	adjust(next: State): void;
}

export function useLive<State>(initial: () => State): Live<State> {
	const [, redraw] = useState({});
	const ref = useRef<{ live: Live<State> } | null>(null);
	if (!ref.current) {
		let current = initial();
		ref.current = {
			live: {
				get current() {
					return current;
				},
				set: (next) => {
					if (Object.is(next, current)) return;
					current = next;
					redraw({});
				},
				adjust: (next) => {
					current = next;
				},
			},
		};
	}
	return ref.current.live;
}
