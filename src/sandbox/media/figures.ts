import type { Canvas, Point } from "./canvas.ts";
import { COLORS, type Color, darken, lighten } from "./colors.ts";

/** Draws one object: `at` is the middle of its foot, `size` its height. */
export type Figure = (canvas: Canvas, at: Point, size: number, color: Color) => void;

/** Draws on a canvas in the units of a figure, from the middle of its foot to the right and down. */
class Pen {
	readonly #canvas: Canvas;
	readonly #at: Point;
	readonly #unit: number;

	constructor(canvas: Canvas, at: Point, unit: number) {
		this.#canvas = canvas;
		this.#at = at;
		this.#unit = unit;
	}

	#point(x: number, y: number): Point {
		return [this.#at[0] + x * this.#unit, this.#at[1] + y * this.#unit];
	}

	line(x1: number, y1: number, x2: number, y2: number, thickness: number, color: Color): void {
		this.#canvas.line(this.#point(x1, y1), this.#point(x2, y2), thickness * this.#unit, color);
	}

	ellipse(x: number, y: number, radiusX: number, radiusY: number, color: Color): void {
		this.#canvas.ellipse(this.#point(x, y), radiusX * this.#unit, radiusY * this.#unit, color);
	}

	rectangle(left: number, top: number, right: number, bottom: number, color: Color): void {
		this.#canvas.rectangle(...this.#point(left, top), ...this.#point(right, bottom), color);
	}

	/** Fills a polygon; its coordinates are x and y in turn. */
	polygon(color: Color, ...coordinates: number[]): void {
		const points = coordinates.flatMap((x, index) =>
			index % 2 === 0 ? [this.#point(x, coordinates[index + 1] ?? 0)] : [],
		);
		this.#canvas.polygon(points, color);
	}
}

const DARK: Color = [30, 30, 35];
const color = (name: string): Color => COLORS[name] ?? DARK;

/** Returns a figure that is so many units high. */
function figure(units: number, draw: (pen: Pen, color: Color) => void): Figure {
	return (canvas, at, size, color) => draw(new Pen(canvas, at, size / units), color);
}

const drawCat = figure(10, (pen, fur) => {
	pen.line(3, -1, 5, -5, 0.8, darken(fur, 0.15));
	pen.ellipse(0, -3, 2.8, 3.1, fur);
	pen.ellipse(0, -7, 2.3, 2, lighten(fur, 0.08));
	for (const side of [-1, 1]) {
		pen.polygon(fur, side * 2.2, -7.5, side * 1.9, -10, side * 0.6, -8.6);
		pen.ellipse(side * 0.9, -7.2, 0.45, 0.6, [250, 240, 150]);
		pen.ellipse(side * 0.9, -7.2, 0.16, 0.5, DARK);
		for (const tilt of [-0.25, 0.2]) {
			pen.line(side * 0.5, -6.3, side * 3.2, -6.3 + tilt * 2, 0.1, lighten(fur, 0.6));
		}
		pen.ellipse(side * 1.3, -0.4, 1, 0.5, lighten(fur, 0.15));
	}
	pen.polygon([220, 110, 120], -0.35, -6.6, 0.35, -6.6, 0, -6.1);
});

const drawDog = figure(10, (pen, fur) => {
	for (const x of [-2.6, -1.6, 1.4, 2.4]) pen.rectangle(x, -3, x + 0.8, 0, darken(fur, 0.1));
	pen.line(2.8, -4.5, 4.3, -6.5, 0.7, fur);
	pen.ellipse(0.2, -4, 3.2, 1.8, fur);
	pen.ellipse(-3, -6.6, 1.8, 1.7, fur);
	pen.ellipse(-4.4, -6.1, 1, 0.8, lighten(fur, 0.25));
	pen.ellipse(-5.1, -6.3, 0.35, 0.3, DARK);
	pen.ellipse(-3.4, -7, 0.25, 0.3, DARK);
	pen.ellipse(-1.9, -6.3, 0.7, 1.5, darken(fur, 0.3));
});

const drawHouse = figure(10, (pen, wall) => {
	pen.rectangle(-4, -6, 4, 0, wall);
	pen.rectangle(1.8, -9.6, 2.8, -7, darken(wall, 0.35));
	pen.polygon(darken(color("red"), 0.25), -4.8, -6, 0, -10, 4.8, -6);
	pen.rectangle(-0.8, -3, 0.8, 0, color("brown"));
	for (const x of [-3, 1.6]) pen.rectangle(x, -4.8, x + 1.4, -3.2, [250, 225, 140]);
});

const drawTree = figure(10, (pen, leaves) => {
	pen.rectangle(-0.5, -4, 0.5, 0, color("brown"));
	pen.ellipse(0, -7, 2.6, 2.6, lighten(leaves, 0.06));
	for (const side of [-1, 1]) pen.ellipse(side * 1.8, -5.6, 1.9, 1.9, leaves);
});

const drawRobot = figure(10, (pen, metal) => {
	for (const side of [-1, 1]) {
		pen.rectangle(side * 1.2 - 0.6, -2.5, side * 1.2 + 0.6, 0, darken(metal, 0.3));
		pen.line(side * 2.4, -5.6, side * 3.6, -3, 0.8, darken(metal, 0.2));
	}
	pen.rectangle(-2.4, -6.2, 2.4, -2.2, metal);
	pen.rectangle(-1.9, -9.2, 1.9, -6.5, lighten(metal, 0.15));
	pen.line(0, -9.2, 0, -10.2, 0.25, DARK);
	pen.ellipse(0, -10.3, 0.4, 0.4, color("red"));
	for (const side of [-1, 1]) pen.ellipse(side * 0.9, -8, 0.5, 0.5, [120, 230, 250]);
	pen.rectangle(-1, -5, 1, -3.6, darken(metal, 0.45));
});

const drawBoat = figure(10, (pen, hull) => {
	pen.line(0, -1.5, 0, -10, 0.3, color("brown"));
	pen.polygon(color("white"), 0.3, -9.6, 4, -2.8, 0.3, -2.8);
	pen.polygon(lighten(hull, 0.5), -0.3, -8.6, -2.8, -2.8, -0.3, -2.8);
	pen.polygon(hull, -4.4, -2.2, 4.4, -2.2, 3, 0, -3, 0);
});

const drawFlower = figure(10, (pen, petals) => {
	pen.line(0, 0, 0, -7, 0.4, color("green"));
	pen.ellipse(1, -3, 1.1, 0.45, color("green"));
	for (let petal = 0; petal < 7; petal++) {
		const angle = (petal / 7) * 2 * Math.PI;
		pen.ellipse(1.6 * Math.cos(angle), -7.6 + 1.6 * Math.sin(angle), 1, 1, petals);
	}
	pen.ellipse(0, -7.6, 1, 1, color("yellow"));
});

const drawCar = figure(7, (pen, paint) => {
	pen.polygon(lighten(paint, 0.2), -3, -3, -1.8, -5, 1.6, -5, 3, -3);
	pen.polygon([190, 225, 240], -2.3, -3.1, -1.5, -4.6, 1.4, -4.6, 2.3, -3.1);
	pen.rectangle(-4.6, -3.1, 4.6, -1, paint);
	for (const x of [-2.6, 2.6]) {
		pen.ellipse(x, -1, 1, 1, DARK);
		pen.ellipse(x, -1, 0.45, 0.45, color("grey"));
	}
	pen.ellipse(4.4, -2.3, 0.3, 0.3, [255, 240, 170]);
});

const drawBird = figure(8, (pen, feathers) => {
	pen.ellipse(0, -5, 2.6, 1.5, feathers);
	pen.ellipse(-2.4, -6.2, 1.1, 1.1, feathers);
	pen.polygon(color("orange"), -3.4, -6.4, -4.6, -6, -3.4, -5.7);
	pen.polygon(darken(feathers, 0.25), -0.6, -5.6, 1.2, -8.4, 2, -4.8);
	pen.polygon(darken(feathers, 0.15), 2.2, -5, 4.4, -5.8, 4.2, -4.2);
	pen.ellipse(-2.7, -6.5, 0.2, 0.2, DARK);
	for (const x of [-0.3, 0.5]) pen.line(x, -3.7, x, 0, 0.2, color("orange"));
});

const drawFish = figure(6, (pen, scales) => {
	pen.polygon(darken(scales, 0.2), 2.4, -4, 4.6, -5.8, 4.6, -2.2);
	pen.ellipse(0, -4, 3.2, 1.7, scales);
	pen.polygon(darken(scales, 0.2), -0.8, -5.4, 0.6, -6.6, 1.4, -5.2);
	pen.ellipse(-1.9, -4.4, 0.4, 0.4, color("white"));
	pen.ellipse(-1.9, -4.4, 0.2, 0.2, DARK);
});

const drawRocket = figure(10, (pen, paint) => {
	pen.polygon(color("orange"), -0.9, -1.2, 0, 1.4, 0.9, -1.2);
	for (const side of [-1, 1]) pen.polygon(paint, side * 1.3, -4, side * 2.8, -0.6, side * 1.1, -1.4);
	pen.ellipse(0, -5.2, 1.6, 4.6, color("white"));
	pen.polygon(paint, -1.15, -8.2, 0, -10.6, 1.15, -8.2);
	pen.ellipse(0, -6, 0.75, 0.75, color("blue"));
});

const drawPerson = figure(10, (pen, clothes) => {
	for (const side of [-1, 1]) {
		pen.line(side * 0.6, -4, side * 0.9, 0, 0.9, darken(clothes, 0.45));
		pen.line(side, -7, side * 2.2, -4.4, 0.7, clothes);
	}
	pen.polygon(clothes, -1.3, -7.4, 1.3, -7.4, 1.5, -3.6, -1.5, -3.6);
	pen.ellipse(0, -8.7, 1.1, 1.25, [225, 180, 150]);
	pen.ellipse(0, -9.4, 1.15, 0.7, [80, 55, 40]);
});

const drawHeart = figure(10, (pen, paint) => {
	const outline = Array.from({ length: 60 }, (_, index) => {
		const t = (index / 60) * 2 * Math.PI;
		const x = 16 * Math.sin(t) ** 3;
		const y = 13 * Math.cos(t) - 5 * Math.cos(2 * t) - 2 * Math.cos(3 * t) - Math.cos(4 * t);
		return [x * 0.28, -5 - y * 0.28];
	});
	pen.polygon(paint, ...outline.flat());
});

const drawStar = figure(1, (pen, paint) => {
	const outline = Array.from({ length: 10 }, (_, index) => {
		const angle = (index / 10) * 2 * Math.PI - Math.PI / 2;
		const radius = index % 2 === 0 ? 0.5 : 0.2;
		return [radius * Math.cos(angle), -0.5 + radius * Math.sin(angle)];
	});
	pen.polygon(paint, ...outline.flat());
});

const drawBall = figure(1, (pen, paint) => {
	pen.ellipse(0, -0.5, 0.5, 0.5, paint);
	pen.ellipse(-0.15, -0.68, 0.12, 0.09, lighten(paint, 0.6));
});

const drawBox = figure(1, (pen, paint) => pen.rectangle(-0.5, -0.9, 0.5, 0, paint));

const drawLighthouse = figure(10, (pen, paint) => {
	const half = (y: number): number => 1.7 - 0.08 * y;
	for (let low = 0; low < 7; low++) {
		const high = low + 1;
		const band = low % 2 === 0 ? paint : color("red");
		pen.polygon(band, -half(low), -low, half(low), -low, half(high), -high, -half(high), -high);
	}
	pen.rectangle(-1.5, -7.4, 1.5, -7, DARK);
	pen.rectangle(-0.9, -8.8, 0.9, -7.4, [255, 240, 150]);
	pen.polygon(DARK, -1.3, -8.8, 0, -10, 1.3, -8.8);
});

/** Words of a prompt, the object that the sandbox draws for them, and its default color. */
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
