/// Local storage that may be missing, full or filled with nonsense: never an error, only nothing.

const PREFIX = 'alinea.';

export function read<T>(name: string): T | null {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text ? (JSON.parse(text) as T) : null;
  } catch {
    return null;
  }
}

export function write(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // A private window without storage still plays; it only forgets.
  }
}
