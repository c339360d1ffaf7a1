const COLORS = {
  red: [214, 48, 49],
  orange: [240, 140, 40],
  yellow: [246, 211, 60],
  green: [64, 160, 80],
  turquoise: [48, 180, 170],
  blue: [52, 110, 210],
  violet: [130, 80, 190],
  purple: [120, 60, 170],
  pink: [240, 130, 170],
  brown: [130, 85, 50],
  black: [25, 25, 28],
  white: [246, 246, 244],
  grey: [140, 142, 148],
  gold: [214, 170, 60]
};
const ALIASES = {
  gray: "grey",
  golden: "gold",
  teal: "turquoise",
  cyan: "turquoise",
  silver: "grey",
  crimson: "red",
  scarlet: "red",
  magenta: "pink",
  beige: "gold"
};
function findColors(text) {
  return (text.toLowerCase().match(/[a-z]+/g) ?? []).flatMap((word) => {
    const color = COLORS[ALIASES[word] ?? word];
    return color ? [color] : [];
  });
}
function nameColor([red, green, blue]) {
  const distance = ([r, g, b]) => {
    const light = (red + green + blue - r - g - b) / 3;
    return light ** 2 * 0.6 + (red - r - light) ** 2 + (green - g - light) ** 2 + (blue - b - light) ** 2;
  };
  const [best] = Object.entries(COLORS).sort((a, b) => distance(a[1]) - distance(b[1]));
  return best?.[0] ?? "grey";
}
function mix(a, b, share) {
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share];
}
function darken(color, share) {
  return mix(color, [0, 0, 0], share);
}
function lighten(color, share) {
  return mix(color, [255, 255, 255], share);
}
export {
  COLORS,
  darken,
  findColors,
  lighten,
  mix,
  nameColor
};
