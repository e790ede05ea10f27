import type { Fields } from '@tollgate/model-kit';
import type { Fact } from './facts';
import type { Marked } from './conversation';

/** A body that its provider would refuse. */
export function refuse(why: string): never {
  throw new Error(`the provider would refuse: ${why}`);
}

export function demand(isRight: boolean, why: string): void {
  if (!isRight) refuse(why);
}

export function readMarker(fields: Fields): Marked {
  const marker = fields['cache_control'] as Marked['marker'];
  return marker === undefined ? {} : { marker };
}

/** The same arguments as the same text. */
export function normalizeJson(text: string): string {
  return JSON.stringify(JSON.parse(text));
}

/** Results of one turn may hold images: they are sent after the last result. */
export class ResultImages {
  #waiting: Fact[] = [];

  add(url: string): void {
    this.#waiting.push({ is: 'image', url });
  }

  take(): readonly Fact[] {
    const taken = this.#waiting;
    this.#waiting = [];
    return taken;
  }
}
