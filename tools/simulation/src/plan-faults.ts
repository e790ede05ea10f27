import type { Chance } from './chance';

export type Server = 'redis' | 'postgres' | 'log' | 'billing';

export interface RelayFault {
  readonly kind: 'kill-relay' | 'cut-power';
  readonly relay: number;
  readonly forMs: number;
}

export type Fault = { readonly atMs: number } & (
  | RelayFault
  | { readonly kind: 'bad-disk' | 'freeze-relay'; readonly relay: number; readonly forMs: number }
  | { readonly kind: 'kill-billing' | 'lossy'; readonly forMs: number }
  | { readonly kind: 'away'; readonly server: Server; readonly forMs: number }
  | { readonly kind: 'empty-till' }
);

const faultsMax = 6;
const kinds = [
  'kill-relay',
  'cut-power',
  'bad-disk',
  'freeze-relay',
  'kill-billing',
  'lossy',
  'away',
  'empty-till',
] as const;

/** A few faults at arbitrary moments; some days have none. */
export function planFaults(chance: Chance, untilMs: number): Fault[] {
  const count = chance.between(0, faultsMax);
  return Array.from({ length: count }, () => planFault(chance, untilMs)).sort(
    (left, right) => left.atMs - right.atMs,
  );
}

function planFault(chance: Chance, untilMs: number): Fault {
  const atMs = chance.between(0, untilMs);
  const forMs = chance.between(50, 6_000);
  const kind = chance.pick(kinds);
  switch (kind) {
    case 'kill-relay':
    case 'cut-power':
      return { kind, atMs, forMs, relay: chance.between(0, 1) };
    case 'freeze-relay':
      // Long enough to be given up as silent, or not.
      return { kind, atMs, forMs: chance.between(1_000, 45_000), relay: chance.between(0, 1) };
    case 'bad-disk':
      return { kind, atMs, forMs, relay: chance.between(0, 1) };
    case 'away':
      return { kind, atMs, forMs, server: chance.pick(['redis', 'postgres', 'log', 'billing']) };
    case 'kill-billing':
    case 'lossy':
      return { kind, atMs, forMs };
    case 'empty-till':
      return { kind, atMs };
  }
}
