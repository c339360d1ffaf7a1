/** Red, green and blue, 0 to 255. */
export type Color = readonly [red: number, green: number, blue: number];
/** Colors with a name. */
export declare const COLORS: Readonly<Record<string, Color>>;
/** Returns the colors that a text names, in order. */
export declare function findColors(text: string): Color[];
/** Returns the name of the color nearest to one. */
export declare function nameColor([red, green, blue]: Color): string;
/** Returns a color between two; `share` of the second. */
export declare function mix(a: Color, b: Color, share: number): Color;
export declare function darken(color: Color, share: number): Color;
export declare function lighten(color: Color, share: number): Color;
