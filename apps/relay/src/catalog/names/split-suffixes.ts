/** How the candidates of a model are ordered; `input-price` considers the prompt alone. */
export type RouteSort = 'price' | 'input-price' | 'latency' | 'throughput';

/** The options in the suffixes of a model name. */
export interface NameOptions {
  readonly sort: RouteSort | undefined;
  readonly isOnline: boolean;
  readonly isFreeOnly: boolean;
}

export interface SplitName extends NameOptions {
  /** Names to try in turn: with its variants, then without the last of them, and so on. */
  readonly spellings: readonly string[];
}

export const noNameOptions: NameOptions = { sort: undefined, isOnline: false, isFreeOnly: false };

const sortOfShortcut: Readonly<Record<string, RouteSort>> = {
  floor: 'input-price',
  nitro: 'throughput',
};
const variants = new Set(['free', 'extended', 'thinking', 'exacto']);

/**
 * Splits the suffixes off a name, from the right. Shortcuts are routing options and are removed;
 * variants may be models of their own, so the name is tried with and without them.
 */
export function splitSuffixes(name: string): SplitName {
  const endings: string[] = [];
  let base = name;
  let sort: RouteSort | undefined;
  let isOnline = false;
  for (;;) {
    const colon = base.lastIndexOf(':');
    if (colon <= 0) break;
    const word = base.slice(colon + 1);
    const shortcut = sortOfShortcut[word];
    if (variants.has(word)) endings.unshift(word);
    else if (word === 'online') isOnline = true;
    else if (shortcut !== undefined) sort ??= shortcut;
    else break;
    base = base.slice(0, colon);
  }
  const spellings = endings.map((_, index) =>
    [base, ...endings.slice(0, endings.length - index)].join(':'),
  );
  return { spellings: [...spellings, base], sort, isOnline, isFreeOnly: endings.includes('free') };
}
