import type { Terminal } from "@xterm/headless";

const CELL = { width: 8.4, height: 18 };
const PADDING = 16;
const BAR = 30;
const COLORS = { background: "#1b1f27", foreground: "#d7dae0", bar: "#262b35" };
/** The sixteen colors of the terminal, dark and bright. */
const PALETTE = [
	"#3b4252",
	"#e06c75",
	"#98c379",
	"#e5c07b",
	"#61afef",
	"#c678dd",
	"#56b6c2",
	"#d7dae0",
	"#7f8795",
	"#ff7b85",
	"#b5e090",
	"#ffd68a",
	"#7cc4ff",
	"#dd9bf0",
	"#74d6e2",
	"#ffffff",
];

interface Style {
	color: string;
	background: string | undefined;
	bold: boolean;
	dim: boolean;
	italic: boolean;
	underline: boolean;
}

/** Seconds between two lines of a moving picture, and before the line of a command. */
const PACE = { line: 0.2, command: 1.2 };

/**
 * Draws the screen of a terminal as SVG: text stays text, so that it can be searched and read aloud.
 * @param isMoving whether lines appear one after another, once; never for readers who want less motion
 */
export function drawScreen(terminal: Terminal, title: string, isMoving = false): string {
	const { cols, rows } = terminal;
	const buffer = terminal.buffer.active;
	const lines = Array.from({ length: rows }, (_, row) => readRuns(terminal, buffer.baseY + row));
	const used = lines.findLastIndex((runs) => runs.some(({ text }) => text.trim() !== "")) + 1;
	const width = Math.ceil(cols * CELL.width + 2 * PADDING);
	const height = Math.ceil(used * CELL.height + 2 * PADDING + BAR);
	let time = 0;
	const body = lines
		.slice(0, used)
		.map((runs, row) => {
			const line = drawLine(runs, row);
			if (!isMoving) return line;
			time += runs[0]?.text.startsWith("$") ? PACE.command : PACE.line;
			return `<g style="animation-delay: ${time.toFixed(1)}s">${line}</g>`;
		})
		.join("\n");
	const dots = ["#ff5f57", "#febc2e", "#28c840"]
		.map((fill, index) => `<circle cx="${18 + index * 20}" cy="15" r="6" fill="${fill}"/>`)
		.join("");
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeXml(title)}">
<title>${escapeXml(title)}</title>
<style>text { white-space: pre }${isMoving ? MOTION : ""}</style>
<rect width="${width}" height="${height}" rx="8" fill="${COLORS.background}"/>
<path d="M0 ${BAR}V8a8 8 0 0 1 8-8h${width - 16}a8 8 0 0 1 8 8v${BAR - 8}z" fill="${COLORS.bar}"/>
${dots}
<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="14" fill="${COLORS.foreground}" xml:space="preserve">
${body}
</g>
</svg>
`;
}

const MOTION =
	" @media (prefers-reduced-motion: no-preference) { g g { animation: appear 0.1s both } } @keyframes appear { from { opacity: 0 } }";

interface Run {
	text: string;
	column: number;
	width: number;
	style: Style;
}

/** Splits a line into pieces of one style each. */
function readRuns(terminal: Terminal, row: number): Run[] {
	const line = terminal.buffer.active.getLine(row);
	const runs: Run[] = [];
	for (let column = 0; line && column < terminal.cols; column++) {
		const cell = line.getCell(column);
		if (!cell || cell.getWidth() === 0) continue;
		const isInverse = cell.isInverse() !== 0;
		const foreground = readColor(cell.getFgColor(), cell.isFgDefault(), cell.isFgRGB()) ?? COLORS.foreground;
		const background = readColor(cell.getBgColor(), cell.isBgDefault(), cell.isBgRGB());
		const style: Style = {
			color: isInverse ? (background ?? COLORS.background) : foreground,
			background: isInverse ? foreground : background,
			bold: cell.isBold() !== 0,
			dim: cell.isDim() !== 0,
			italic: cell.isItalic() !== 0,
			underline: cell.isUnderline() !== 0,
		};
		const text = cell.getChars() || " ";
		const last = runs.at(-1);
		const isPlain = (chars: string): boolean => /^[\x20-\x7e]*$/.test(chars) || isHalfBlocks(chars);
		const isWide = cell.getWidth() > 1 || !isPlain(`${last?.text ?? ""}${text}`);
		if (last && !isWide && JSON.stringify(last.style) === JSON.stringify(style)) {
			last.text += text;
			last.width += 1;
		} else runs.push({ text, column, width: cell.getWidth(), style });
	}
	return runs;
}

function isHalfBlocks(text: string): boolean {
	return /^\u2580+$/.test(text);
}

function drawLine(runs: readonly Run[], row: number): string {
	const top = BAR + PADDING + row * CELL.height;
	return runs
		.map(({ text, column, width, style }) => {
			const x = (PADDING + column * CELL.width).toFixed(1);
			const size = (width * CELL.width).toFixed(1);
			const drawBox = (height: number, fill: string): string =>
				`<rect x="${x}" y="${top}" width="${size}" height="${height}" fill="${fill}" shape-rendering="crispEdges"/>`;
			const box = style.background ? drawBox(CELL.height, style.background) : "";
			if (text.trim() === "") return box;
			// Two pixels of an image.
			if (isHalfBlocks(text)) return box + drawBox(CELL.height / 2, style.color);
			// Each piece has an explicit width, so that columns stay aligned in any font.
			const trimmed = text.trimEnd();
			const attributes = [
				`x="${x}"`,
				`y="${top + 13}"`,
				`textLength="${(trimmed.length === text.length ? width * CELL.width : trimmed.length * CELL.width).toFixed(1)}"`,
				style.color === COLORS.foreground ? "" : `fill="${style.color}"`,
				style.bold ? 'font-weight="bold"' : "",
				style.dim ? 'opacity="0.6"' : "",
				style.italic ? 'font-style="italic"' : "",
				style.underline ? 'text-decoration="underline"' : "",
			].filter(Boolean);
			return `${box}<text ${attributes.join(" ")}>${escapeXml(trimmed)}</text>`;
		})
		.join("");
}

/** Returns a color of the terminal: one of the sixteen, of the 256, or true color. */
function readColor(value: number, isDefault: boolean, isRgb: boolean): string | undefined {
	if (isDefault) return undefined;
	if (isRgb) return `#${value.toString(16).padStart(6, "0")}`;
	if (value < 16) return PALETTE[value];
	if (value >= 232) {
		const grey = (8 + (value - 232) * 10).toString(16).padStart(2, "0");
		return `#${grey.repeat(3)}`;
	}
	const level = (part: number): string => (part === 0 ? 0 : 55 + part * 40).toString(16).padStart(2, "0");
	const index = value - 16;
	return `#${level(Math.floor(index / 36))}${level(Math.floor(index / 6) % 6)}${level(index % 6)}`;
}

function escapeXml(text: string): string {
	return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
