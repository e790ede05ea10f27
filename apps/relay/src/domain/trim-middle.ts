import type { PromptUnit } from './prompt-items';

/**
 * Takes units out of the middle, by token position, until at least `excessTokens` are gone. The
 * instructions, the first other unit and the last one always stay.
 */
export function trimMiddle(
  units: readonly PromptUnit[],
  excessTokens: number,
): { readonly kept: readonly PromptUnit[]; readonly removedTokens: number } {
  let kept = [...units];
  let removedTokens = 0;
  while (removedTokens < excessTokens) {
    const index = findMiddle(kept);
    if (index === undefined) break;
    removedTokens += kept[index]?.tokens ?? 0;
    kept = kept.filter((_unit, position) => position !== index);
  }
  return { kept, removedTokens };
}

function findMiddle(units: readonly PromptUnit[]): number | undefined {
  const first = units.findIndex((unit) => !unit.isFixed);
  const middle = units.reduce((sum, unit) => sum + unit.tokens, 0) / 2;
  let position = 0;
  let nearest: { readonly index: number; readonly distance: number } | undefined;
  units.forEach((unit, index) => {
    const distance = Math.abs(position + unit.tokens / 2 - middle);
    position += unit.tokens;
    if (unit.isFixed || index === first || index === units.length - 1) return;
    if (nearest === undefined || distance < nearest.distance) nearest = { index, distance };
  });
  return nearest?.index;
}

/** The first and the last `half` items, widened so that no unit is torn. */
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
