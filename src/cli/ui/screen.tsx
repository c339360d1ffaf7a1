import { Box, type RenderOptions, render, Static, Text } from "ink";
import {
	Component,
	createContext as createReactContext,
	type ReactNode,
	useContext,
	useEffect,
	useLayoutEffect,
	useRef,
	useState,
} from "react";
import type { Context } from "../context.ts";
import type { Colors } from "../terminal/color.ts";
import { type InkOutput, inkOutput, terminalSize } from "./ink-output.ts";
import { type KeyListener, type KeySource, openKeys } from "./keys.ts";

interface Surroundings {
	keys: KeySource;
	context: Context;
	/** Scrolls everything above the frame out of the window. */
	clear(): void;
}

const ScreenContext = createReactContext<Surroundings | undefined>(undefined);

interface ScreenEnding<Result> {
	finish(result: Result): void;
	fail(error: unknown): void;
}

/**
 * Draws on the terminal until the screen ends itself, or the program is interrupted. The terminal is restored
 * completely: cursor, keyboard and all.
 */
export async function showScreen<Result>(
	context: Context,
	build: (ending: ScreenEnding<Result>) => ReactNode,
): Promise<Result> {
	if (context.signal.aborted) throw context.signal.reason;
	const surface = inkOptions(context);
	const keys = openKeys(context, {
		hide: () => surface.stdout.hideFrame(),
		show: () => surface.stdout.showFrame(),
	});
	let close = (): void => undefined;
	try {
		return await new Promise<Result>((finish, fail) => {
			const stop = (): void => fail(context.signal.reason);
			context.signal.addEventListener("abort", stop, { once: true });
			const clear = (): void => surface.stdout.clear();
			const screen = (
				<Boundary onError={fail}>
					<ScreenContext value={{ keys, context, clear }}>{build({ finish, fail })}</ScreenContext>
				</Boundary>
			);
			const instance = render(screen, surface);
			close = () => {
				context.signal.removeEventListener("abort", stop);
				// The last change may not be drawn yet. Ink draws pending frames when it ends, so it must end before the erasing.
				instance.rerender(screen);
				instance.unmount();
				surface.stdout.erase();
			};
		});
	} finally {
		close();
		keys.close();
	}
}

/** Reports errors of components; Ink would draw them with their stack. */
class Boundary extends Component<{ children: ReactNode; onError(error: unknown): void }, { hasFailed: boolean }> {
	override state = { hasFailed: false };

	static getDerivedStateFromError(): { hasFailed: boolean } {
		return { hasFailed: true };
	}

	override componentDidCatch(error: unknown): void {
		this.props.onError(error);
	}

	override render(): ReactNode {
		return this.state.hasFailed ? null : this.props.children;
	}
}

/**
 * Returns a context whose notes do not go to stderr, where they would be written across the frame. By default they are
 * dropped.
 */
export function withNotes(context: Context, note: (text: string) => void = () => undefined): Context {
	return Object.assign(Object.create(context) as Context, { note, warn: note });
}

/** Ink only draws: the program handles keys, signals and the console itself. */
export function inkOptions(context: Context): RenderOptions & { stdout: InkOutput } {
	const { stdin, stdout, stderr } = context;
	return {
		stdout: inkOutput(stdout, context),
		stderr: stderr as NodeJS.WriteStream,
		stdin: stdin as unknown as NodeJS.ReadStream,
		exitOnCtrlC: false,
		patchConsole: false,
	};
}

function useScreenContext(): Surroundings {
	const surroundings = useContext(ScreenContext);
	if (!surroundings) throw new Error("This component belongs on a screen.");
	return surroundings;
}

/** Handles keys while the component is shown; only the component shown last receives them. */
export function useKeys(listener: KeyListener): void {
	const { keys, clear } = useScreenContext();
	const latest = useRef(listener);
	latest.current = listener;
	// Immediately, so that no key arrives before the screen reads input.
	useLayoutEffect(() => keys.listen((key) => (key.name === "ctrl-l" ? clear() : latest.current(key))), [keys, clear]);
}

export function useColors(): Colors {
	return useScreenContext().context.colors.stdout;
}

/** Columns and rows to draw on; kept up to date. The last column stays free: terminals differ in what follows it. */
export function useSize(): { width: number; rows: number } {
	const { stdout } = useScreenContext().context;
	const [size, setSize] = useState(() => terminalSize(stdout));
	useEffect(() => {
		const update = (): void => setSize(terminalSize(stdout));
		stdout.on?.("resize", update);
		return () => {
			stdout.off?.("resize", update);
		};
	}, [stdout]);
	return { width: Math.max(1, size.columns - 1), rows: size.rows };
}

/** Lines that are already laid out. */
export function Lines({ lines }: { lines: readonly string[] }): ReactNode {
	// Ink gives no height to a line without any character.
	return lines.length === 0 ? null : <Text wrap="truncate">{lines.map((line) => line || " ").join("\n")}</Text>;
}

/** Texts that are written once and stay, above the changing part; the terminal scrolls them. */
export function Transcript({ blocks }: { blocks: readonly string[] }): ReactNode {
	return (
		<Static items={[...blocks]}>
			{(block, index) => (
				// Blocks are only ever added.
				<Text key={index}>{block}</Text>
			)}
		</Static>
	);
}

/** Texts that stay, above lines that may change. */
export function LiveText({ blocks, open }: { blocks: readonly string[]; open: readonly string[] }): ReactNode {
	return (
		<Box flexDirection="column">
			<Transcript blocks={blocks} />
			<Lines lines={open} />
		</Box>
	);
}

/** State that can be read right after a change: several keys may arrive before the next frame. */
interface Live<State> {
	/** May be replaced while the component is being drawn. */
	current: State;
	/** Replaces it, and draws again. */
	set(next: State): void;
}

export function useLive<State>(initial: () => State): Live<State> {
	const [, redraw] = useState({});
	const [live] = useState(() => {
		const state: Live<State> = {
			current: initial(),
			set: (next) => {
				if (Object.is(next, state.current)) return;
				state.current = next;
				redraw({});
			},
		};
		return state;
	});
	return live;
}
