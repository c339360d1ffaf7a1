import { useEffect, useState } from "react";

/** Returns a URL of a file, for as long as the component is shown. */
export function useObjectUrl(file) {
	const [url, setUrl] = useState();
	useEffect(() => {
		if (!file) return undefined;
		const made = URL.createObjectURL(file);
		setUrl(made);
		return () => URL.revokeObjectURL(made);
	}, [file]);
	return url;
}
