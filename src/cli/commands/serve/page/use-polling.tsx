import { useEffect } from "react";

/** Calls `load` repeatedly while the page is visible; calls do not overlap. */
export function usePolling(load: () => Promise<void>, pace: number): void {
	useEffect(() => {
		let timer: ReturnType<typeof setTimeout> | undefined;
		let isOver = false;
		const turn = async (): Promise<void> => {
			if (!document.hidden) await load();
			if (!isOver) timer = setTimeout(() => void turn(), pace);
		};
		void turn();
		return () => {
			isOver = true;
			clearTimeout(timer);
		};
	}, [load, pace]);
}
