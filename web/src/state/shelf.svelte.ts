/// Games or studies that were put aside and can be taken up again; the newest comes first.
import { read, write } from './storage';

export interface Shelved {
  id: string;
}

export class Shelf<T extends Shelved> {
  list: T[] = $state.raw([]);

  constructor(
    private readonly name: string,
    private readonly most: number,
    whole: (item: T) => boolean,
  ) {
    const saved = read<T[]>(name);
    if (Array.isArray(saved)) this.list = saved.filter((item) => typeof item?.id === 'string' && whole(item));
  }

  keep(item: T): void {
    this.write([item, ...this.list.filter((other) => other.id !== item.id)].slice(0, this.most));
  }

  /** Takes an item off the shelf. */
  take(id: string): T | null {
    const found = this.list.find((item) => item.id === id) ?? null;
    this.write(this.list.filter((item) => item.id !== id));
    return found;
  }

  private write(list: T[]): void {
    this.list = list;
    write(this.name, list);
  }
}

export function freshId(): string {
  return `${Date.now().toString(36)}${Math.floor(Math.random() * 36 ** 4).toString(36)}`;
}
