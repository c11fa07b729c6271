// What this browser remembers of how somebody likes the table.

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
    // A full or forbidden storage costs no more than the memory.
  }
}
