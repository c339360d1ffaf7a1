/** Columns and rows of a letter, without the gap to the next. */
export const GLYPH = { width: 5, height: 8 } as const;

/** For each letter its rows from the top, each a digit to base 32 whose bits are the pixels from left to right. */
const GLYPHS: Readonly<Record<string, string>> = {
	a: "00e1fhf0",
	b: "gguhhhu0",
	c: "00egghe0",
	d: "11fhhhf0",
	e: "00ehvge0",
	f: "68u88880",
	g: "00fhhf1e",
	h: "gguhhhh0",
	i: "40c444e0",
	j: "206222ic",
	k: "ggikoki0",
	l: "c44444e0",
	m: "00qllll0",
	n: "00uhhhh0",
	o: "00ehhhe0",
	p: "00uhhugg",
	q: "00fhhf11",
	r: "00moggg0",
	s: "00fge1u0",
	t: "88u88860",
	u: "00hhhhf0",
	v: "00hhha40",
	w: "00hllla0",
	x: "00ha4ah0",
	y: "00hhhf1e",
	z: "00v248v0",
	"0": "ehjlphe0",
	"1": "4c4444e0",
	"2": "eh168gv0",
	"3": "eh161he0",
	"4": "26aiv220",
	"5": "vgu11he0",
	"6": "68guhhe0",
	"7": "v1244880",
	"8": "ehhehhe0",
	"9": "ehhf12c0",
	" ": "00000000",
	"-": "000e0000",
	_: "000000v0",
	".": "00000cc0",
	",": "00000c48",
	":": "0cc0cc00",
	";": "0cc0c480",
	"/": "11248gg0",
	"'": "44800000",
	"(": "24888420",
	")": "84222480",
	"&": "cik8lid0",
	"+": "044v4400",
	"%": "pp248jj0",
	"#": "aavavaa0",
	"!": "44444040",
	"?": "eh124040",
};

/** Whether all letters of a text can be drawn; large ones are drawn as small ones. */
export function isDrawable(text: string): boolean {
	return [...text.toLowerCase()].every((letter) => letter in GLYPHS);
}

/** Rows of a letter: bit 4 is the leftmost pixel. */
export function glyphRows(letter: string): number[] {
	return [...(GLYPHS[letter.toLowerCase()] ?? "")].map((digit) => Number.parseInt(digit, 32));
}
