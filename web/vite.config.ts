import { defineConfig } from "vite";

export default defineConfig({
  build: {
    // The server hands these files out; they are built, never committed.
    outDir: "../src/stavka/server/static",
    emptyOutDir: true,
    target: "es2022",
  },
  server: {
    // `npm run dev` beside a running `stavka serve --port 8123`.
    proxy: {
      "/api": "http://127.0.0.1:8123",
      "/maps": "http://127.0.0.1:8123",
      "/ws": { target: "ws://127.0.0.1:8123", ws: true },
    },
  },
});
