import { useEffect, useState } from "react";
import "./copy-button.css";

interface Props {
	/** The text, or what finds it. */
	text: string | (() => Promise<string>);
	label?: string;
	className?: string;
}

/** Copies text and briefly confirms it. */
export function CopyButton({ text, label = "Copy", className = "copy-text" }: Props) {
	const [said, setSaid] = useState<string>();
	useEffect(() => {
		if (!said) return undefined;
		const timer = setTimeout(() => setSaid(undefined), 1500);
		return () => clearTimeout(timer);
	}, [said]);
	const copy = async () => {
		try {
			await navigator.clipboard.writeText(typeof text === "function" ? await text() : text);
			setSaid("Copied");
		} catch {
			setSaid("Not allowed");
		}
	};
	return (
		<button type="button" className={className} onClick={copy}>
			{said ?? label}
		</button>
	);
}
