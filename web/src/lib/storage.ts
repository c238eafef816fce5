/** What this browser remembers. Where storage is forbidden it is remembered until the page is closed. */

const memory = new Map<string, string>();

export function remembered<T>(name: string, otherwise: T): T {
  try {
    const text = stored(`paddock.${name}`);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

function stored(name: string): string | null {
  try {
    return localStorage.getItem(name) ?? memory.get(name) ?? null;
  } catch {
    return memory.get(name) ?? null;
  }
}

export function remember(name: string, value: unknown): void {
  const text = JSON.stringify(value);
  memory.set(`paddock.${name}`, text);
  try {
    localStorage.setItem(`paddock.${name}`, text);
  } catch {
    // Storage is full or forbidden: memory has it.
  }
}
