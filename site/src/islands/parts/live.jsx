import { useEffect, useState } from "react";
import "./live.css";

/** Controls that do nothing until the page's scripts have come, and say so: disabled in the prerendered page. */
export function Live({ children }) {
	const [isLive, setLive] = useState(false);
	useEffect(() => setLive(true), []);
	return (
		<fieldset className="live" role="presentation" disabled={!isLive}>
			{children}
		</fieldset>
	);
}
