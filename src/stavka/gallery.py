"""The map gallery: a page with all maps, and a viewer to walk about in each."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from pathlib import Path

from . import drawing, titles

STYLE = """
:root { color-scheme: light; --ink: #2b2a26; --paper: #f4eeda; --bar: #2f302c; --gold: #e9c86a;
  --card: #fffaf0; --edge: #cdbf9d; --ring: #8a6d1f; }
@media (prefers-color-scheme: dark) {
  :root { color-scheme: dark; --ink: #ece7d8; --paper: #191a16; --bar: #12140f;
    --card: #2a2b25; --edge: #3d3d34; --ring: #e9c86a; }
  .card img { opacity: .84; }
}
@media (prefers-contrast: more) {
  :root { color-scheme: light; --ink: #000; --paper: #fff; --bar: #000; --gold: #ffe100;
    --card: #fff; --edge: #000; --ring: #0000e0; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.5 Georgia, "Times New Roman", serif; }
header { background: var(--bar); color: #f7f1df; padding: .7rem 1.2rem; display: flex;
  flex-wrap: wrap; gap: .2rem 1rem; align-items: baseline; }
header h1 { font-size: 1.25rem; margin: 0; }
header a { color: var(--gold); }
header p { margin: 0; opacity: .85; }
main.shelf { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(34rem, 100%), 1fr));
  gap: 1.4rem; padding: 1.4rem; }
.card { background: var(--card); border: 1px solid var(--edge); border-radius: 6px;
  color: inherit; text-decoration: none; box-shadow: 0 2px 0 var(--edge); display: block;
  overflow: hidden; }
.card:hover, .card:focus-visible { outline: 3px solid var(--ring); }
.card div { height: 17rem; overflow: hidden; background: #54524a; }
.card img { width: 100%; height: 100%; object-fit: cover; display: block; }
.card h2 { margin: .6rem 1rem 0; font-size: 1.15rem; }
.card p { margin: 0 1rem .8rem; }
body.viewer { height: 100vh; height: 100dvh; display: flex; flex-direction: column; }
#stage { flex: 1; overflow: hidden; background: #54524a; position: relative; cursor: grab;
  touch-action: none; }
#stage:active { cursor: grabbing; }
#stage:focus-visible { outline: 3px solid var(--gold); outline-offset: -3px; }
#stage img { position: absolute; left: 0; top: 0; transform-origin: 0 0; }
"""

# Pan by dragging, zoom by wheel, pinch or keys, as the game's own map will.
VIEWER = """
const stage = document.getElementById("stage"), map = stage.querySelector("img");
let x = 0, y = 0, k = 1, rest = 0;
const pointers = new Map();
function draw() {
  map.style.willChange = "transform";
  map.style.transform = `translate(${x}px, ${y}px) scale(${k})`;
  clearTimeout(rest);
  rest = setTimeout(() => { map.style.willChange = "auto"; }, 180);
}
function zoom(factor, cx, cy) {
  const to = Math.min(4, Math.max(0.05, k * factor));
  x = cx - (cx - x) * to / k; y = cy - (cy - y) * to / k; k = to; draw();
}
function fit() {
  k = Math.min(stage.clientWidth / map.naturalWidth, stage.clientHeight / map.naturalHeight);
  x = (stage.clientWidth - map.naturalWidth * k) / 2;
  y = (stage.clientHeight - map.naturalHeight * k) / 2; draw();
}
if (map.complete) fit(); else map.addEventListener("load", fit);
stage.addEventListener("wheel", e => {
  e.preventDefault();
  const box = stage.getBoundingClientRect();
  zoom(Math.exp(-e.deltaY * 0.0015), e.clientX - box.left, e.clientY - box.top);
}, { passive: false });
stage.addEventListener("pointerdown", e => {
  stage.setPointerCapture(e.pointerId); pointers.set(e.pointerId, e);
});
stage.addEventListener("pointermove", e => {
  const old = pointers.get(e.pointerId);
  if (!old) return;
  if (pointers.size === 2) {
    const other = [...pointers.values()].find(p => p.pointerId !== e.pointerId);
    const box = stage.getBoundingClientRect();
    const span = p => Math.hypot(p.clientX - other.clientX, p.clientY - other.clientY);
    zoom(span(e) / Math.max(1, span(old)), (e.clientX + other.clientX) / 2 - box.left,
      (e.clientY + other.clientY) / 2 - box.top);
  } else { x += e.clientX - old.clientX; y += e.clientY - old.clientY; draw(); }
  pointers.set(e.pointerId, e);
});
for (const end of ["pointerup", "pointercancel"])
  stage.addEventListener(end, e => pointers.delete(e.pointerId));
stage.addEventListener("keydown", e => {
  const step = { ArrowLeft: [90, 0], ArrowRight: [-90, 0], ArrowUp: [0, 90], ArrowDown: [0, -90] };
  const cx = stage.clientWidth / 2, cy = stage.clientHeight / 2;
  if (step[e.key]) { x += step[e.key][0]; y += step[e.key][1]; draw(); }
  else if (e.key === "+" || e.key === "=") zoom(1.25, cx, cy);
  else if (e.key === "-") zoom(0.8, cx, cy);
  else if (e.key === "0") fit();
  else return;
  e.preventDefault();
});
stage.focus();
"""


def write_gallery(folder: Path, progress: Callable[[str], None]) -> Path:
    """Draws every map into a folder and returns the page that shows them."""
    folder.mkdir(parents=True, exist_ok=True)
    cards = []
    for title in titles.TITLES.values():
        progress(title.name)
        picture = drawing.svg(titles.board(title.slug), subtitle=title.subtitle)
        (folder / f"{title.slug}.svg").write_text(picture, encoding="utf-8")
        (folder / f"{title.slug}.png").write_bytes(drawing.png(picture, width=1200))
        (folder / f"{title.slug}.html").write_text(_viewer(title), encoding="utf-8")
        cards.append(_card(title))
    page = folder / "index.html"
    body = (
        "<header><h1>Stavka</h1><p>The maps of all games</p></header>"
        f'<main class="shelf">{"".join(cards)}</main>'
    )
    page.write_text(_page("Stavka: the maps", body), encoding="utf-8")
    return page


def _card(title: titles.Entry) -> str:
    name = escape(title.name)
    return (
        f'<a class="card" href="{title.slug}.html"><div>'
        f'<img src="{title.slug}.png" alt="Map of {name}"></div>'
        f"<h2>{name}</h2><p>{escape(title.subtitle)}</p></a>"
    )


def _viewer(title: titles.Entry) -> str:
    name = escape(title.name)
    body = (
        f"<header><h1>{name}</h1><p>{escape(title.subtitle)}</p>"
        "<p>Drag to move, wheel or + and - to zoom, 0 for the whole map</p>"
        '<p><a href="index.html">All maps</a></p></header>'
        f'<div id="stage" tabindex="0" role="img" aria-label="Map of {name}">'
        f'<img src="{title.slug}.svg" alt="" draggable="false"></div>'
        f"<script>{VIEWER}</script>"
    )
    return _page(f"Stavka: {name}", body, body_class="viewer")


def _page(title: str, body: str, body_class: str = "") -> str:
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<title>{title}</title><style>{STYLE}</style></head><body class="{body_class}">{body}'
        "</body></html>\n"
    )
