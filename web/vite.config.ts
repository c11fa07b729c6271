import { defineConfig } from "vitest/config";

export default defineConfig({
  build: {
    // The server hands these files out; they are built, never committed.
    outDir: "../src/stavka/server/static",
    emptyOutDir: true,
    target: "es2022",
  },
  // A test reads the style sheets.
  test: { css: true },
  server: {
    // `npm run dev` beside a running `stavka serve --port 8123`.
    proxy: {
      // The server takes requests only from the site that it is asked for: the name stays.
      "/api": { target: "http://127.0.0.1:8123", changeOrigin: false },
      "/maps": { target: "http://127.0.0.1:8123", changeOrigin: false },
      "/ws": { target: "ws://127.0.0.1:8123", ws: true },
    },
  },
});
