// Makes src/symbols.json: the inside of the NATO box for every kind of unit, drawn in currentColor.
//
// The library that knows the symbols is a hundred times larger than the twenty symbols that are
// needed, so it stays here and never reaches the browser. The frame is left out: counters draw the
// friendly frame for both sides, in their own colours. Every symbol lies in "25 50 150 100".

import { writeFileSync } from "node:fs";
import ms from "milsymbol";

// Entity, first and second modifier of a land unit in the standard's numbering.
const UNITS = {
  infantry: ["121100", "00", "00"],
  motorized: ["121104", "00", "00"],
  mechanized: ["121102", "00", "00"],
  mountain: ["121100", "00", "27"],
  airborne: ["121100", "00", "01"],
  marine: ["121100", "46", "00"],
  armour: ["120500", "00", "00"],
  cavalry: ["121300", "00", "00"],
  artillery: ["130300", "00", "00"],
  air: ["120800", "00", "00"],
  partisan: ["121100", "00", "58"],
  security: ["141700", "00", "00"],
  flotilla: ["170100", "00", "40"],
  armoured_train: ["120500", "00", "36"],
};

const STROKE =
  'fill="none" stroke="currentColor" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"';
const WORD =
  'fill="currentColor" text-anchor="middle" font-family="sans-serif" font-weight="700" stroke="none"';

// What the standard has no symbol for.
const OWN = {
  hq: `<text x="100" y="118" font-size="54" ${WORD}>HQ</text>`,
  // Infantry of a house: the diagonals of infantry under a gable.
  militia: `<path d="M25 150L100 62L175 150M62 106H138" ${STROKE}/>`,
  supply: `<path d="M25 124H175" ${STROKE}/>`,
  leader: `<path d="M100 60l11.8 27.8 30.2 2.6-22.9 19.8 6.9 29.5L100 124l-26 15.7 6.9-29.5L58 90.4l30.2-2.6z" fill="currentColor"/>`,
  depot: `<path d="M60 138V92L100 64L140 92V138ZM82 138V108H118V138" ${STROKE}/>`,
  airbase: `<path d="M100 64V136M60 104L100 88L140 104M82 136L100 126L118 136" ${STROKE}/>`,
  garrison: `<path d="M48 138V72H66V88H86V72H114V88H134V72H152V138Z" ${STROKE}/>`,
  river_flotilla: `<path d="M48 98H152L138 120H62ZM92 98V70L122 98M40 138Q55 126 70 138T100 138T130 138T160 138" ${STROKE}/>`,
  naval_flotilla: `<circle cx="100" cy="69" r="8" ${STROKE}/><path d="M100 77V138M78 92H122M60 112Q66 138 100 138Q134 138 140 112" ${STROKE}/>`,
  missile: `<path d="M84 138V82Q84 68 100 58Q116 68 116 82V138M84 118L70 138M116 118L130 138" ${STROKE}/>`,
  siege_artillery: `<circle cx="100" cy="100" r="13" fill="currentColor"/><circle cx="100" cy="100" r="29" ${STROKE}/>`,
  convoy: `<path d="M38 122V78H108V122ZM108 94H138L160 110V122H108" ${STROKE}/><circle cx="62" cy="126" r="10" fill="currentColor"/><circle cx="134" cy="126" r="10" fill="currentColor"/>`,
  bridge: `<path d="M28 88H172M44 70V138M156 70V138M44 130Q100 74 156 130" ${STROKE}/>`,
  chit: `<path d="M100 62L152 100L100 138L48 100Z" ${STROKE}/><circle cx="100" cy="100" r="9" fill="currentColor"/>`,
  economic: `<path d="M56 138V92L82 108V92L108 108V92L144 112V138ZM56 92V68" ${STROKE}/>`,
  unknown: `<text x="100" y="129" font-size="82" ${WORD}>?</text>`,
};

function inside([entity, first, second]) {
  const symbol = new ms.Symbol(`10031000${"00"}${entity}${first}${second}`, {
    size: 20,
    infoFields: false,
    fill: false,
    monoColor: "currentColor",
  });
  const svg = symbol.asSVG();
  const body = svg.replace(/^<svg[^>]*>/, "").replace(/<\/svg>$/, "");
  // The frame comes first.
  const rest = body.replace(/^<path d="M25,50 l150,0 0,100 -150,0 z"[^>]*>(<\/path>)?/, "");
  if (rest === body || !rest) throw new Error(`no symbol for ${entity}: ${body}`);
  return rest.replace(/stroke-width="3"/g, 'stroke-width="5"').replace(/><\/(path|circle)>/g, "/>");
}

const symbols = { ...OWN };
for (const [name, code] of Object.entries(UNITS)) symbols[name] = inside(code);
const sorted = Object.fromEntries(Object.entries(symbols).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(
  new URL("../src/symbols.json", import.meta.url),
  `${JSON.stringify(sorted, null, 1)}\n`,
);
