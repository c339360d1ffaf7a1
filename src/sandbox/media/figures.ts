import type { Canvas, Point } from "./canvas.ts";
import { COLORS, type Color, darken, lighten } from "./colors.ts";

/** Draws one object: `at` is the middle of its foot, `size` its height. */
export type Figure = (canvas: Canvas, at: Point, size: number, color: Color) => void;

const DARK: Color = [30, 30, 35];
const color = (name: string): Color => COLORS[name] ?? DARK;
const shift = ([x, y]: Point, dx: number, dy: number): Point => [x + dx, y + dy];

const drawCat: Figure = (canvas, at, size, fur) => {
	const s = size / 10;
	canvas.line(shift(at, 3 * s, -1 * s), shift(at, 5 * s, -5 * s), 0.8 * s, darken(fur, 0.15));
	canvas.ellipse(shift(at, 0, -3 * s), 2.8 * s, 3.1 * s, fur);
	canvas.ellipse(shift(at, 0, -7 * s), 2.3 * s, 2 * s, lighten(fur, 0.08));
	for (const side of [-1, 1]) {
		canvas.polygon(
			[shift(at, side * 2.2 * s, -7.5 * s), shift(at, side * 1.9 * s, -10 * s), shift(at, side * 0.6 * s, -8.6 * s)],
			fur,
		);
		canvas.ellipse(shift(at, side * 0.9 * s, -7.2 * s), 0.45 * s, 0.6 * s, [250, 240, 150]);
		canvas.ellipse(shift(at, side * 0.9 * s, -7.2 * s), 0.16 * s, 0.5 * s, DARK);
		for (const tilt of [-0.25, 0.2]) {
			canvas.line(
				shift(at, side * 0.5 * s, -6.3 * s),
				shift(at, side * 3.2 * s, (-6.3 + tilt * 2) * s),
				0.1 * s,
				lighten(fur, 0.6),
			);
		}
		canvas.ellipse(shift(at, side * 1.3 * s, -0.4 * s), 1 * s, 0.5 * s, lighten(fur, 0.15));
	}
	canvas.polygon(
		[shift(at, -0.35 * s, -6.6 * s), shift(at, 0.35 * s, -6.6 * s), shift(at, 0, -6.1 * s)],
		[220, 110, 120],
	);
};

const drawDog: Figure = (canvas, at, size, fur) => {
	const s = size / 10;
	for (const x of [-2.6, -1.6, 1.4, 2.4])
		canvas.rectangle(at[0] + x * s, at[1] - 3 * s, at[0] + (x + 0.8) * s, at[1], darken(fur, 0.1));
	canvas.line(shift(at, 2.8 * s, -4.5 * s), shift(at, 4.3 * s, -6.5 * s), 0.7 * s, fur);
	canvas.ellipse(shift(at, 0.2 * s, -4 * s), 3.2 * s, 1.8 * s, fur);
	canvas.ellipse(shift(at, -3 * s, -6.6 * s), 1.8 * s, 1.7 * s, fur);
	canvas.ellipse(shift(at, -4.4 * s, -6.1 * s), 1 * s, 0.8 * s, lighten(fur, 0.25));
	canvas.ellipse(shift(at, -5.1 * s, -6.3 * s), 0.35 * s, 0.3 * s, DARK);
	canvas.ellipse(shift(at, -3.4 * s, -7 * s), 0.25 * s, 0.3 * s, DARK);
	canvas.ellipse(shift(at, -1.9 * s, -6.3 * s), 0.7 * s, 1.5 * s, darken(fur, 0.3));
};

const drawHouse: Figure = (canvas, at, size, wall) => {
	const s = size / 10;
	canvas.rectangle(at[0] - 4 * s, at[1] - 6 * s, at[0] + 4 * s, at[1], wall);
	canvas.rectangle(at[0] + 1.8 * s, at[1] - 9.6 * s, at[0] + 2.8 * s, at[1] - 7 * s, darken(wall, 0.35));
	canvas.polygon(
		[shift(at, -4.8 * s, -6 * s), shift(at, 0, -10 * s), shift(at, 4.8 * s, -6 * s)],
		darken(color("red"), 0.25),
	);
	canvas.rectangle(at[0] - 0.8 * s, at[1] - 3 * s, at[0] + 0.8 * s, at[1], color("brown"));
	for (const x of [-3, 1.6])
		canvas.rectangle(at[0] + x * s, at[1] - 4.8 * s, at[0] + (x + 1.4) * s, at[1] - 3.2 * s, [250, 225, 140]);
};

const drawTree: Figure = (canvas, at, size, leaves) => {
	const s = size / 10;
	canvas.rectangle(at[0] - 0.5 * s, at[1] - 4 * s, at[0] + 0.5 * s, at[1], color("brown"));
	for (const [x, y, r] of [
		[0, -7, 2.6],
		[-1.8, -5.6, 1.9],
		[1.8, -5.6, 1.9],
	] as const) {
		canvas.ellipse(shift(at, x * s, y * s), r * s, r * s, y < -6 ? lighten(leaves, 0.06) : leaves);
	}
};

const drawRobot: Figure = (canvas, at, size, metal) => {
	const s = size / 10;
	for (const side of [-1, 1]) {
		canvas.rectangle(
			at[0] + (side * 1.2 - 0.6) * s,
			at[1] - 2.5 * s,
			at[0] + (side * 1.2 + 0.6) * s,
			at[1],
			darken(metal, 0.3),
		);
		canvas.line(shift(at, side * 2.4 * s, -5.6 * s), shift(at, side * 3.6 * s, -3 * s), 0.8 * s, darken(metal, 0.2));
	}
	canvas.rectangle(at[0] - 2.4 * s, at[1] - 6.2 * s, at[0] + 2.4 * s, at[1] - 2.2 * s, metal);
	canvas.rectangle(at[0] - 1.9 * s, at[1] - 9.2 * s, at[0] + 1.9 * s, at[1] - 6.5 * s, lighten(metal, 0.15));
	canvas.line(shift(at, 0, -9.2 * s), shift(at, 0, -10.2 * s), 0.25 * s, DARK);
	canvas.ellipse(shift(at, 0, -10.3 * s), 0.4 * s, 0.4 * s, color("red"));
	for (const side of [-1, 1]) canvas.ellipse(shift(at, side * 0.9 * s, -8 * s), 0.5 * s, 0.5 * s, [120, 230, 250]);
	canvas.rectangle(at[0] - 1 * s, at[1] - 5 * s, at[0] + 1 * s, at[1] - 3.6 * s, darken(metal, 0.45));
};

const drawBoat: Figure = (canvas, at, size, hull) => {
	const s = size / 10;
	canvas.line(shift(at, 0, -1.5 * s), shift(at, 0, -10 * s), 0.3 * s, color("brown"));
	canvas.polygon(
		[shift(at, 0.3 * s, -9.6 * s), shift(at, 4 * s, -2.8 * s), shift(at, 0.3 * s, -2.8 * s)],
		color("white"),
	);
	canvas.polygon(
		[shift(at, -0.3 * s, -8.6 * s), shift(at, -2.8 * s, -2.8 * s), shift(at, -0.3 * s, -2.8 * s)],
		lighten(hull, 0.5),
	);
	canvas.polygon(
		[shift(at, -4.4 * s, -2.2 * s), shift(at, 4.4 * s, -2.2 * s), shift(at, 3 * s, 0), shift(at, -3 * s, 0)],
		hull,
	);
};

const drawFlower: Figure = (canvas, at, size, petals) => {
	const s = size / 10;
	canvas.line(at, shift(at, 0, -7 * s), 0.4 * s, color("green"));
	canvas.ellipse(shift(at, 1 * s, -3 * s), 1.1 * s, 0.45 * s, color("green"));
	for (let petal = 0; petal < 7; petal++) {
		const angle = (petal / 7) * 2 * Math.PI;
		canvas.ellipse(shift(at, 1.6 * s * Math.cos(angle), (-7.6 + 1.6 * Math.sin(angle)) * s), 1 * s, 1 * s, petals);
	}
	canvas.ellipse(shift(at, 0, -7.6 * s), 1 * s, 1 * s, color("yellow"));
};

const drawCar: Figure = (canvas, at, size, paint) => {
	const s = size / 7;
	canvas.polygon(
		[shift(at, -3 * s, -3 * s), shift(at, -1.8 * s, -5 * s), shift(at, 1.6 * s, -5 * s), shift(at, 3 * s, -3 * s)],
		lighten(paint, 0.2),
	);
	canvas.polygon(
		[
			shift(at, -2.3 * s, -3.1 * s),
			shift(at, -1.5 * s, -4.6 * s),
			shift(at, 1.4 * s, -4.6 * s),
			shift(at, 2.3 * s, -3.1 * s),
		],
		[190, 225, 240],
	);
	canvas.rectangle(at[0] - 4.6 * s, at[1] - 3.1 * s, at[0] + 4.6 * s, at[1] - 1 * s, paint);
	for (const x of [-2.6, 2.6]) {
		canvas.ellipse(shift(at, x * s, -1 * s), 1 * s, 1 * s, DARK);
		canvas.ellipse(shift(at, x * s, -1 * s), 0.45 * s, 0.45 * s, color("grey"));
	}
	canvas.ellipse(shift(at, 4.4 * s, -2.3 * s), 0.3 * s, 0.3 * s, [255, 240, 170]);
};

const drawBird: Figure = (canvas, at, size, feathers) => {
	const s = size / 8;
	const middle = shift(at, 0, -5 * s);
	canvas.ellipse(middle, 2.6 * s, 1.5 * s, feathers);
	canvas.ellipse(shift(middle, -2.4 * s, -1.2 * s), 1.1 * s, 1.1 * s, feathers);
	canvas.polygon(
		[shift(middle, -3.4 * s, -1.4 * s), shift(middle, -4.6 * s, -1 * s), shift(middle, -3.4 * s, -0.7 * s)],
		color("orange"),
	);
	canvas.polygon(
		[shift(middle, -0.6 * s, -0.6 * s), shift(middle, 1.2 * s, -3.4 * s), shift(middle, 2 * s, 0.2 * s)],
		darken(feathers, 0.25),
	);
	canvas.polygon(
		[shift(middle, 2.2 * s, 0), shift(middle, 4.4 * s, -0.8 * s), shift(middle, 4.2 * s, 0.8 * s)],
		darken(feathers, 0.15),
	);
	canvas.ellipse(shift(middle, -2.7 * s, -1.5 * s), 0.2 * s, 0.2 * s, DARK);
	for (const x of [-0.3, 0.5])
		canvas.line(shift(middle, x * s, 1.3 * s), shift(middle, x * s, 5 * s), 0.2 * s, color("orange"));
};

const drawFish: Figure = (canvas, at, size, scales) => {
	const s = size / 6;
	const middle = shift(at, 0, -4 * s);
	canvas.polygon(
		[shift(middle, 2.4 * s, 0), shift(middle, 4.6 * s, -1.8 * s), shift(middle, 4.6 * s, 1.8 * s)],
		darken(scales, 0.2),
	);
	canvas.ellipse(middle, 3.2 * s, 1.7 * s, scales);
	canvas.polygon(
		[shift(middle, -0.8 * s, -1.4 * s), shift(middle, 0.6 * s, -2.6 * s), shift(middle, 1.4 * s, -1.2 * s)],
		darken(scales, 0.2),
	);
	canvas.ellipse(shift(middle, -1.9 * s, -0.4 * s), 0.4 * s, 0.4 * s, color("white"));
	canvas.ellipse(shift(middle, -1.9 * s, -0.4 * s), 0.2 * s, 0.2 * s, DARK);
};

const drawRocket: Figure = (canvas, at, size, paint) => {
	const s = size / 10;
	canvas.polygon([shift(at, -0.9 * s, -1.2 * s), shift(at, 0, 1.4 * s), shift(at, 0.9 * s, -1.2 * s)], color("orange"));
	for (const side of [-1, 1])
		canvas.polygon(
			[shift(at, side * 1.3 * s, -4 * s), shift(at, side * 2.8 * s, -0.6 * s), shift(at, side * 1.1 * s, -1.4 * s)],
			paint,
		);
	canvas.ellipse(shift(at, 0, -5.2 * s), 1.6 * s, 4.6 * s, color("white"));
	canvas.polygon([shift(at, -1.15 * s, -8.2 * s), shift(at, 0, -10.6 * s), shift(at, 1.15 * s, -8.2 * s)], paint);
	canvas.ellipse(shift(at, 0, -6 * s), 0.75 * s, 0.75 * s, color("blue"));
};

const drawPerson: Figure = (canvas, at, size, clothes) => {
	const s = size / 10;
	for (const side of [-1, 1]) {
		canvas.line(shift(at, side * 0.6 * s, -4 * s), shift(at, side * 0.9 * s, 0), 0.9 * s, darken(clothes, 0.45));
		canvas.line(shift(at, side * 1 * s, -7 * s), shift(at, side * 2.2 * s, -4.4 * s), 0.7 * s, clothes);
	}
	canvas.polygon(
		[
			shift(at, -1.3 * s, -7.4 * s),
			shift(at, 1.3 * s, -7.4 * s),
			shift(at, 1.5 * s, -3.6 * s),
			shift(at, -1.5 * s, -3.6 * s),
		],
		clothes,
	);
	canvas.ellipse(shift(at, 0, -8.7 * s), 1.1 * s, 1.25 * s, [225, 180, 150]);
	canvas.ellipse(shift(at, 0, -9.4 * s), 1.15 * s, 0.7 * s, [80, 55, 40]);
};

const drawHeart: Figure = (canvas, at, size, paint) => {
	const s = size / 10;
	canvas.polygon(
		Array.from({ length: 60 }, (_, index): Point => {
			const t = (index / 60) * 2 * Math.PI;
			const x = 16 * Math.sin(t) ** 3;
			const y = 13 * Math.cos(t) - 5 * Math.cos(2 * t) - 2 * Math.cos(3 * t) - Math.cos(4 * t);
			return shift(at, x * 0.28 * s, (-5 - y * 0.28) * s);
		}),
		paint,
	);
};

const drawStar: Figure = (canvas, at, size, paint) => {
	canvas.polygon(
		Array.from({ length: 10 }, (_, index): Point => {
			const angle = (index / 10) * 2 * Math.PI - Math.PI / 2;
			const radius = (index % 2 === 0 ? 0.5 : 0.2) * size;
			return shift(at, radius * Math.cos(angle), -size / 2 + radius * Math.sin(angle));
		}),
		paint,
	);
};

const drawBall: Figure = (canvas, at, size, paint) => {
	canvas.ellipse(shift(at, 0, -size / 2), size / 2, size / 2, paint);
	canvas.ellipse(shift(at, -size * 0.15, -size * 0.68), size * 0.12, size * 0.09, lighten(paint, 0.6));
};

const drawBox: Figure = (canvas, at, size, paint) => {
	canvas.rectangle(at[0] - size / 2, at[1] - size * 0.9, at[0] + size / 2, at[1], paint);
};

const drawLighthouse: Figure = (canvas, at, size, paint) => {
	const s = size / 10;
	const half = (y: number): number => (1.7 - 0.08 * y) * s;
	for (let band = 0; band < 7; band++) {
		const [low, high] = [band, band + 1];
		canvas.polygon(
			[
				shift(at, -half(low), -low * s),
				shift(at, half(low), -low * s),
				shift(at, half(high), -high * s),
				shift(at, -half(high), -high * s),
			],
			band % 2 === 0 ? paint : color("red"),
		);
	}
	canvas.rectangle(at[0] - 1.5 * s, at[1] - 7.4 * s, at[0] + 1.5 * s, at[1] - 7 * s, DARK);
	canvas.rectangle(at[0] - 0.9 * s, at[1] - 8.8 * s, at[0] + 0.9 * s, at[1] - 7.4 * s, [255, 240, 150]);
	canvas.polygon([shift(at, -1.3 * s, -8.8 * s), shift(at, 0, -10 * s), shift(at, 1.3 * s, -8.8 * s)], DARK);
};

/** Words of a prompt, what they make the sandbox draw, and its color if none is named. */
export const FIGURES: readonly (readonly [words: RegExp, figure: Figure, color: Color])[] = [
	[/\b(?:cats?|kittens?|tiger|lion|fox)\b/i, drawCat, [214, 130, 60]],
	[/\b(?:dogs?|pupp(?:y|ies)|wolf|horse|llama|cow|sheep)\b/i, drawDog, [150, 105, 70]],
	[/\blighthouses?\b/i, drawLighthouse, [240, 240, 238]],
	[/\b(?:house|home|cottage|cabin|castle|barn|village)\b/i, drawHouse, [235, 220, 195]],
	[/\b(?:robots?|android|machine|cyborg)\b/i, drawRobot, [150, 165, 180]],
	[/\b(?:boat|ship|sail\w*|yacht)\b/i, drawBoat, [150, 60, 50]],
	[/\b(?:cars?|taxi|truck|bus|van)\b/i, drawCar, [200, 50, 50]],
	[/\b(?:rocket|spaceship|spacecraft)\b/i, drawRocket, [210, 60, 60]],
	[/\b(?:birds?|parrot|owl|duck|penguin|eagle)\b/i, drawBird, [80, 130, 200]],
	[/\b(?:fish|shark|whale|dolphin)\b/i, drawFish, [240, 150, 60]],
	[
		/\b(?:astronaut|man|woman|person|people|girl|boy|child|knight|wizard|portrait|captain)\b/i,
		drawPerson,
		[70, 110, 170],
	],
	[/\b(?:flowers?|rose|tulip|daisy|sunflower|garden|meadow)\b/i, drawFlower, [225, 90, 130]],
	[/\b(?:hearts?|love)\b/i, drawHeart, [214, 48, 70]],
	[/\b(?:stars?)\b/i, drawStar, [246, 211, 60]],
	[/\b(?:balls?|balloons?|circle|sphere|apple|bubble|planet)\b/i, drawBall, [214, 60, 60]],
	[/\b(?:cube|box|square|block|rectangle)\b/i, drawBox, [90, 120, 200]],
	[/\b(?:trees?|forest|wood|oak|palm)\b/i, drawTree, [60, 140, 75]],
];
