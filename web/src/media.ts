// What the screen is like, and how somebody wants to be shown things.

/** The layout of telephones and upright tablets, as the style sheets have it. */
export const small = matchMedia(
  "(max-width: 800px), (max-width: 1100px) and (orientation: portrait)",
);

/** Whoever does not want to see things move. */
export const calm = matchMedia("(prefers-reduced-motion: reduce)");
