// What this browser remembers, as texts and as anything that JSON can tell. Where it may keep nothing,
// or no more, that costs no more than the memory.

const PREFIX = "stavka.";

export function recall(key: string, otherwise: string): string {
  try {
    return localStorage.getItem(PREFIX + key) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + key, value);
  } catch {
    // A full or forbidden storage.
  }
}

export function recallJson<T>(key: string, otherwise: T): T {
  try {
    return JSON.parse(recall(key, "")) as T;
  } catch {
    // Nothing yet, or nothing that can be read.
    return otherwise;
  }
}

export const rememberJson = (key: string, value: unknown): void =>
  remember(key, JSON.stringify(value));
