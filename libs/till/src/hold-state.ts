import type { Nanos } from '@tollgate/money';

export interface HoldState {
  readonly holdId: string;
  readonly state: 'open' | 'final' | 'booked';
  readonly amountNanos: Nanos;
  readonly instance: string;
  readonly sinceMs: number;
}

const stateNames = { o: 'open', f: 'final', b: 'booked' } as const;

/** A hold as the scripts write it. */
export function readHold(holdId: string, raw: string): HoldState {
  const [state = '', amount = '0', instance = '', sinceMs = '0'] = raw.split('|');
  const letter = state.charAt(0) as keyof typeof stateNames;
  return {
    holdId,
    state: stateNames[letter],
    amountNanos: BigInt(amount),
    instance,
    sinceMs: Number(sinceMs),
  };
}
