import { isOn } from './optimizations';

/** Things that come and go all the time. */
export interface Members<T> extends Iterable<T> {
  readonly size: number;
  /** Adds a member and returns the function that removes it. */
  readonly add: (member: T) => () => void;
}

/**
 * A list of members with reusable places. A Set that members enter and leave all the time leaves
 * tables behind that point from one to the next: one old table keeps all later ones, and every
 * member that was in them, from being collected as young garbage.
 */
export class SlotList<T extends object> implements Members<T> {
  readonly #slots: (T | undefined)[] = [];
  readonly #freeSlots: number[] = [];

  get size(): number {
    return this.#slots.length - this.#freeSlots.length;
  }

  add(member: T): () => void {
    const slot = this.#freeSlots.pop() ?? this.#slots.length;
    this.#slots[slot] = member;
    return () => {
      this.#slots[slot] = undefined;
      this.#freeSlots.push(slot);
    };
  }

  *[Symbol.iterator](): Iterator<T> {
    for (const member of this.#slots) if (member !== undefined) yield member;
  }
}

export function createMembers<T extends object>(): Members<T> {
  if (isOn('slot-list')) return new SlotList<T>();
  const members = new Set<T>();
  return {
    get size() {
      return members.size;
    },
    add: (member) => {
      members.add(member);
      return () => void members.delete(member);
    },
    [Symbol.iterator]: () => members.values(),
  };
}
