// Colours are tokens: they stand in tokens.css alone, so that another theme needs no other file.

import { describe, expect, it } from "vitest";

const sources: Record<string, string> = import.meta.glob("../src/**/*.{css,ts}", {
  query: "?raw",
  import: "default",
  eager: true,
});
const { "../src/styles/tokens.css": tokens = "", "../src/generated.ts": _, ...others } = sources;

const NAMES =
  "aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown " +
  "burlywood cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan " +
  "darkgoldenrod darkgr[ae]y darkgreen darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred " +
  "darksalmon darkseagreen darkslateblue darkslategr[ae]y darkturquoise darkviolet deeppink deepskyblue " +
  "dimgr[ae]y dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod " +
  "gr[ae]y green greenyellow honeydew hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen " +
  "lemonchiffon light\\w+ lime limegreen linen magenta maroon medium\\w+ midnightblue mintcream mistyrose " +
  "moccasin navajowhite navy oldlace olive olivedrab orange orangered orchid pale\\w+ papayawhip peachpuff " +
  "peru pink plum powderblue purple rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown " +
  "seagreen seashell sienna silver skyblue slateblue slategr[ae]y snow springgreen steelblue tan teal " +
  "thistle tomato turquoise violet wheat white whitesmoke yellow yellowgreen";
const NAMED = NAMES.replaceAll(" ", "|");
const LITERAL =
  "#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\\b|\\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\\(";
// In a style sheet any word of a value; in a script a word that is given to something with a colour.
const IN_CSS = new RegExp(`${LITERAL}|(?<![\\w-])(?:${NAMED})(?![\\w-])`, "gi");
const IN_TS = new RegExp(
  `${LITERAL}|(?:fill|stroke|colou?r|background|style)["']?\\s*[=:]\\s*["']?(?:${NAMED})\\b`,
  "gi",
);

/** Without comments, texts and selectors, which may name colours. */
const values = (css: string): string =>
  css
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/"[^"]*"/g, "")
    .split(/[{};]/)
    .filter((part) => /^\s*[\w-]+\s*:\s/.test(part))
    .map((part) => part.replace(/^\s*[\w-]+\s*:/, "").replace(/(?:var|url)\([^)]*\)/g, ""))
    .join(";");

const inCss = (css: string): string[] => values(css).match(IN_CSS) ?? [];
const inTs = (ts: string): string[] => ts.match(IN_TS) ?? [];

describe("colours", () => {
  it("stand nowhere but among the tokens", () => {
    const offenders = Object.entries(others).flatMap(([path, text]) =>
      (path.endsWith(".css") ? inCss(text) : inTs(text)).map((colour) => `${path}: ${colour}`),
    );
    expect(offenders).toEqual([]);
  });

  it("would be found elsewhere", () => {
    expect(inCss("a:hover { color: #fff; border: 1px solid Red }")).toEqual(["#fff", "Red"]);
    expect(inCss("a { background: rgb(1 2 3); outline: 2px dashed hsl(1 2% 3%) }")).toHaveLength(2);
    expect(inCss("#add .red { color: var(--red); fill: url(#fed) } /* #fff */")).toEqual([]);
    expect(
      inTs('const a = `<path stroke="black" style="color:red"/>`; b = \'#12ab9f\''),
    ).toHaveLength(3);
    expect(inTs("querySelector('#stage'); const name = \"red\";")).toEqual([]);
  });

  it("are all used, and none is used that is not there", () => {
    const here = new Set([...tokens.matchAll(/(--[\w-]+):/g)].map((m) => m[1] ?? ""));
    const used = new Set(
      Object.values(others).flatMap((text) =>
        [...text.matchAll(/(?:var\(|")(--[\w-]+)/g)].map((m) => m[1] ?? ""),
      ),
    );
    // No colours: typefaces and a height.
    const own = new Set(["--serif", "--sans", "--replay-bar", "--trail"]);
    expect([...here].filter((name) => !used.has(name))).toEqual([]);
    expect([...used].filter((name) => !here.has(name) && !own.has(name))).toEqual([]);
  });
});
