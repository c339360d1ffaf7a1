import { lazy, Suspense, useRef, useState } from "react";
import { Live } from "../parts/live.tsx";
import type { IslandProps } from "../props.ts";
import "./use-dialog.css";

const UseModel = lazy(() => import("../use-model/use-model.tsx").then((module) => ({ default: module.UseModel })));

const TITLE = "Use this model…";

/** Opens "Use this model" as a dialog, starting with a model for the task. */
export default function UseDialog({ initial, samples, note }: IslandProps["use-dialog"]) {
	const dialog = useRef<HTMLDialogElement>(null);
	const [isOpen, setOpen] = useState(false);
	const open = () => {
		setOpen(true);
		dialog.current?.showModal();
	};
	return (
		<Live>
			<button type="button" className="open-dialog" aria-haspopup="dialog" onClick={open}>
				{TITLE}
			</button>
			<dialog className="use-dialog" aria-label={TITLE} ref={dialog} closedby="any">
				<div className="dialog-body">
					<header>
						<strong>Use this model</strong>
						<button type="button" onClick={() => dialog.current?.close()}>
							Close
						</button>
					</header>
					{isOpen && (
						<Suspense fallback={<p className="note">Loading…</p>}>
							<UseModel initial={initial} samples={samples} note={note} />
						</Suspense>
					)}
				</div>
			</dialog>
		</Live>
	);
}
