const LATIN1 = "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";
const GREEK = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon phi chi psi omega";
const NAMED = new Map([
  ...LATIN1.split(" ").map((name, index) => [name, String.fromCharCode(160 + index)]),
  ...GREEK.split(" ").map((name, index) => [name, String.fromCharCode(945 + index)]),
  ...Object.entries({
    amp: "&",
    lt: "<",
    gt: ">",
    quot: '"',
    apos: "'",
    ndash: "\u2013",
    mdash: "\u2014",
    lsquo: "\u2018",
    rsquo: "\u2019",
    sbquo: "\u201A",
    ldquo: "\u201C",
    rdquo: "\u201D",
    bdquo: "\u201E",
    dagger: "\u2020",
    Dagger: "\u2021",
    bull: "\u2022",
    hellip: "\u2026",
    permil: "\u2030",
    prime: "\u2032",
    Prime: "\u2033",
    lsaquo: "\u2039",
    rsaquo: "\u203A",
    euro: "\u20AC",
    trade: "\u2122",
    larr: "\u2190",
    uarr: "\u2191",
    rarr: "\u2192",
    darr: "\u2193",
    harr: "\u2194",
    minus: "\u2212",
    infin: "\u221E",
    ne: "\u2260",
    le: "\u2264",
    ge: "\u2265",
    asymp: "\u2248",
    ensp: "\u2002",
    emsp: "\u2003",
    thinsp: "\u2009",
    zwnj: "\u200C",
    zwj: "\u200D",
    OElig: "\u0152",
    oelig: "\u0153",
    Scaron: "\u0160",
    scaron: "\u0161",
    Yuml: "\u0178",
    Omega: "\u03A9",
    Delta: "\u0394",
    hearts: "\u2665"
  })
]);
function unescapeHtml(text) {
  return text.replace(
    /&(?:#(\d+)|#[xX]([\da-fA-F]+)|(\w+));?/g,
    (whole, decimal, hex, name) => {
      if (name !== void 0) return whole.endsWith(";") || name.length < 7 ? NAMED.get(name) ?? whole : whole;
      const code = decimal === void 0 ? Number.parseInt(hex ?? "", 16) : Number(decimal);
      if (code === 0 || code > 1114111 || code >= 55296 && code <= 57343) return "\uFFFD";
      return String.fromCodePoint(code);
    }
  );
}
export {
  unescapeHtml
};
