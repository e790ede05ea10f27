import type { Picos } from '@tollgate/money';
import type { ReportedExtras, RequestExtras } from '@tollgate/model-spec';
import { multiplierOne, multiplyPrice, type Multiplier, type PriceList } from './price-list';

/** One line of extras on a receipt. */
export interface ExtraLine {
  readonly bucket: string;
  readonly units: number;
  readonly pricePicos: Picos;
}

/** Names with a colon are rates of a field (`speed:fast`), not tiers that a provider reports. */
const rateMark = ':';

/** The most that the tools of a call can cost. */
export function reserveTools(list: PriceList, extras: RequestExtras | undefined): Picos {
  if (extras === undefined || extras.tools.length === 0) return 0n;
  return extras.tools
    .map(({ name, usesMax }) => BigInt(usesMax) * (list.toolPicos.get(name) ?? 0n))
    .reduce((sum, picos) => sum + picos, 0n);
}

/** The reported uses, at most as many as were held: a limit that was sent is not exceeded. */
export function listToolUses(
  list: PriceList,
  { tools }: RequestExtras,
  { toolUses }: ReportedExtras,
): readonly ExtraLine[] {
  const usesMax = new Map<string, number>();
  const perCall = new Set<string>();
  for (const tool of tools) {
    usesMax.set(tool.name, (usesMax.get(tool.name) ?? 0) + tool.usesMax);
    if (tool.isPerCall === true) perCall.add(tool.name);
  }
  return [...usesMax].map(([name, limit]) => {
    const uses = perCall.has(name) ? 1 : (toolUses?.get(name) ?? 0);
    const pricePicos = list.toolPicos.get(name) ?? 0n;
    return { bucket: `tool:${name}`, units: Math.min(uses, limit), pricePicos };
  });
}

/** What the token prices of a call can be multiplied by at most. */
export function findHeldFactor(list: PriceList, extras: RequestExtras | undefined): Multiplier {
  if (list.tierFactors.size === 0) return multiplierOne;
  return multiplyRates(list, extras, findHeldTier(list, extras?.serviceTier));
}

/**
 * The multiplier once the answer is there: by the tier that it reports, or else by the
 * requested one. Never more than was held.
 */
export function findChargedFactor(
  list: PriceList,
  extras: RequestExtras | undefined,
  reported: ReportedExtras | undefined,
): Multiplier {
  if (list.tierFactors.size === 0) return multiplierOne;
  const asked = extras?.serviceTier;
  const factor = list.tierFactors.get(reported?.serviceTier ?? asked ?? '') ?? multiplierOne;
  const held = findHeldTier(list, asked);
  return multiplyRates(list, extras, factor < held ? factor : held);
}

/** A provider that may choose the tier may choose the most expensive one. */
function findHeldTier(list: PriceList, asked: string | undefined): Multiplier {
  const isOpen = asked === undefined || asked === 'auto';
  const factors = [...list.tierFactors].flatMap(([name, factor]) =>
    name === asked || (isOpen && !name.includes(rateMark)) ? [factor] : [],
  );
  return factors.reduce((left, right) => (left > right ? left : right), multiplierOne);
}

function multiplyRates(
  list: PriceList,
  extras: RequestExtras | undefined,
  factor: Multiplier,
): Multiplier {
  return (extras?.rates ?? []).reduce(
    (product, { name }) => multiplyPrice(product, list.tierFactors.get(name) ?? multiplierOne),
    factor,
  );
}
