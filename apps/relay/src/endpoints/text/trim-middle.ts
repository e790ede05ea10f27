import type { PromptUnit } from './prompt-items';

/**
 * Removes units from the middle outwards, by token position, until `countExcess` of the rest is 0
 * or nothing more can be removed. Instructions, the first and the last user message and the last
 * unit are kept.
 */
export function trimMiddle(
  units: readonly PromptUnit[],
  countExcess: (kept: readonly PromptUnit[]) => number,
): readonly PromptUnit[] {
  const removable = orderFromMiddle(units);
  const removed = new Set<PromptUnit>();
  let kept = units;
  let next = 0;
  for (let excess = countExcess(kept); excess > 0 && next < removable.length;) {
    next = removeSome(removable, next, { excess, removed });
    kept = units.filter((unit) => !removed.has(unit));
    excess = countExcess(kept);
  }
  return kept;
}

/** Removes units until their weights cover the excess. Returns the index of the next one. */
function removeSome(
  removable: readonly PromptUnit[],
  from: number,
  { excess, removed }: { readonly excess: number; readonly removed: Set<PromptUnit> },
): number {
  let place = from;
  let weight = 0;
  for (; place < removable.length && weight < excess; place++) {
    const unit = removable[place];
    if (unit === undefined) break;
    removed.add(unit);
    weight += unit.tokens;
  }
  return place;
}

/** The removable units, nearest to the middle first. */
function orderFromMiddle(units: readonly PromptUnit[]): readonly PromptUnit[] {
  const middle = units.reduce((sum, unit) => sum + unit.tokens, 0) / 2;
  const protectedUnits = new Set([
    units.find((unit) => unit.hasUser),
    units.findLast((unit) => unit.hasUser),
    units.at(-1),
  ]);
  let position = 0;
  const placed = units.map((unit) => {
    const distance = Math.abs(position + unit.tokens / 2 - middle);
    position += unit.tokens;
    return { unit, distance };
  });
  return placed
    .filter(({ unit }) => !unit.isFixed && !protectedUnits.has(unit))
    .sort((left, right) => left.distance - right.distance)
    .map(({ unit }) => unit);
}

/** The first and the last `half` items, extended to whole units. */
export function keepEnds(units: readonly PromptUnit[], half: number): readonly PromptUnit[] {
  const head = takeItems(units, half);
  const tail = takeItems([...units.slice(head.length)].reverse(), half).reverse();
  return [...head, ...tail];
}

function takeItems(units: readonly PromptUnit[], itemsMax: number): PromptUnit[] {
  const taken: PromptUnit[] = [];
  let count = 0;
  for (const unit of units) {
    count += unit.items.length;
    if (count > itemsMax) break;
    taken.push(unit);
  }
  return taken;
}
