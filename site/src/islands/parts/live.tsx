import { type ReactNode, useEffect, useState } from "react";
import "./live.css";

/** Controls that are disabled in the prerendered page until its scripts are loaded. */
export function Live({ children }: { children: ReactNode }) {
	const [isLive, setLive] = useState(false);
	useEffect(() => setLive(true), []);
	return (
		<fieldset className="live" role="presentation" disabled={!isLive}>
			{children}
		</fieldset>
	);
}
