import type { ReactNode } from "react";
import "./diagram.css";

interface Props {
	/** What it shows, for those who do not see it. */
	label: string;
	height: number;
	children: ReactNode;
}

function Diagram({ label, height, children }: Props) {
	return (
		<figure className="diagram">
			<svg viewBox={`0 0 720 ${height}`} role="img" aria-label={label}>
				{children}
			</svg>
		</figure>
	);
}

interface NodeProps {
	x: number;
	y: number;
	text: string;
	note?: string;
	kind?: "request" | "answer" | "dim";
	width?: number;
}

/** A name, with a word below; no frame. */
function Node({ x, y, text, note, kind, width = 128 }: NodeProps) {
	return (
		<g className={`node ${kind ?? ""}`}>
			<rect x={x - width / 2} y={y - 18} width={width} height="36" rx="18" />
			<text x={x} y={y + 5} textAnchor="middle">
				{text}
			</text>
			{note && (
				<text x={x} y={y + 36} textAnchor="middle" className="note-text">
					{note}
				</text>
			)}
		</g>
	);
}

/** Small words. */
function Note({ x, y, text }: { x: number; y: number; text: string }) {
	return (
		<text x={x} y={y} className="note-text">
			{text}
		</text>
	);
}

/** From right of `x1` to left of `x2`. */
function Way({ x1, y1, x2, y2, kind = "" }: { x1: number; y1: number; x2: number; y2: number; kind?: string }) {
	const middle = (x1 + x2) / 2;
	return <path className={`way ${kind}`} d={`M${x1} ${y1} C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`} />;
}

/** Routing: one request, the first provider that can answer. */
export function RoutingDiagram() {
	return (
		<Diagram
			height={220}
			label="A request goes to the first provider named. Groq is rate limited, so the request goes on to Together, which answers. A provider with a key of your own is called directly, without Hugging Face."
		>
			<Way x1={144} y1={110} x2={232} y2={110} kind="request" />
			<Way x1={388} y1={110} x2={520} y2={40} kind="dim" />
			<Way x1={388} y1={110} x2={520} y2={110} kind="answer" />
			<path className="way" d="M144 110 C190 110 190 190 300 190 L520 190" />
			<Node x={80} y={110} text="your call" kind="request" />
			<Node x={310} y={110} text="Hugging Face" width={156} note="one token" />
			<Node x={584} y={40} text="groq" kind="dim" />
			<Note x={656} y={45} text="429" />
			<Node x={584} y={110} text="together" kind="answer" />
			<Note x={656} y={115} text="200" />
			<Node x={584} y={190} text="openai" />
			<Note x={656} y={195} text="own key" />
		</Diagram>
	);
}

/** Rows of a batch, and how many of them were finished before. */
const CELLS = 30;
const FINISHED = 18;

/** The rows of one run: the first ones look different. */
function Run({ y, text, kinds: [first, others] }: { y: number; text: string; kinds: [first: string, others: string] }) {
	return (
		<>
			<text x="0" y={y + 19}>
				{text}
			</text>
			{Array.from({ length: CELLS }, (_, index) => index).map((index) => (
				<rect
					key={index}
					className={`cell ${index < FINISHED ? first : others}`}
					x={120 + index * 19}
					y={y}
					width="15"
					height="28"
					rx="3"
				/>
			))}
		</>
	);
}

/** A batch that is killed and resumes: its output is its journal. */
export function ResumeDiagram() {
	return (
		<Diagram
			height={170}
			label="Thirty rows. The first run finishes eighteen and is killed. The same command again skips those, calls the other twelve, and the output has each row once."
		>
			<Run y={14} text="first run" kinds={["done", ""]} />
			<Run y={94} text="same again" kinds={["kept", "fresh"]} />
			<path className="way request" d="M460 4 L460 56" />
			<Note x={470} y={62} text="killed" />
			<Note x={120} y={150} text="kept from the output, not paid again" />
			<Note x={462} y={150} text="called now" />
		</Diagram>
	);
}

/** The gateway: many programs, one URL, any provider. */
export function GatewayDiagram() {
	return (
		<Diagram
			height={230}
			label="Codex, Claude Code and your programs call one local URL. hub serve checks the key and the budget, logs the call, and sends it to a provider; if that one fails, to the next."
		>
			{[40, 115, 190].map((y) => (
				<Way key={`in-${y}`} x1={150} y1={y} x2={280} y2={115} kind="request" />
			))}
			{[40, 115, 190].map((y) => (
				<Way key={`out-${y}`} x1={440} y1={115} x2={566} y2={y} kind={y === 115 ? "answer" : ""} />
			))}
			<Node x={80} y={40} text="Codex" kind="request" width={140} />
			<Node x={80} y={115} text="Claude Code" kind="request" width={140} />
			<Node x={80} y={190} text="your program" kind="request" width={140} />
			<Node x={360} y={115} text="hub serve" width={160} note="key · budget · log · failover" />
			<Node x={636} y={40} text="groq" />
			<Node x={636} y={115} text="novita" kind="answer" />
			<Node x={636} y={190} text="your server" />
		</Diagram>
	);
}
