import type {
  AdmitResult,
  ExtendRequest,
  HoldEnding,
  HoldRef,
  ShrinkRequest,
  Till,
} from '@tollgate/till';

export interface FakeTill {
  readonly till: Till;
  /** What it was asked, in order. */
  readonly asked: string[];
  /** While this is set, everything fails. */
  isAway: boolean;
  /** How long leases of other relays may last. */
  othersMs: number;
  /** Answers to admissions, in turn; then everything is admitted. */
  readonly answers: AdmitResult[];
}

/** A till with scripted answers, for tests of the code around Redis. */
export function makeFakeTill(): FakeTill {
  const asked: string[] = [];
  const answers: AdmitResult[] = [];
  const endedIds = new Set<string>();
  const note = (what: string): void => {
    asked.push(what);
    if (fake.isAway) throw new Error('Redis is away');
  };
  const till = {
    admit: async ({ holdId, amountNanos }: HoldRef): Promise<AdmitResult> => {
      note(`admit ${holdId}`);
      return answers.shift() ?? { kind: 'admitted', amountNanos };
    },
    extend: async ({ hold, amountNanos, step }: ExtendRequest): Promise<AdmitResult> => {
      note(`extend ${hold.holdId} ${step}`);
      return answers.shift() ?? { kind: 'admitted', amountNanos: hold.amountNanos + amountNanos };
    },
    markExhausted: async (walletId: string) => note(`exhausted ${walletId}`),
    settle: async (_walletId: string, _instance: string, endings: readonly HoldEnding[]) => {
      for (const { holdId, costNanos } of endings)
        note(costNanos === undefined ? `release ${holdId}` : `finalize ${holdId} ${costNanos}`);
      return endings.map(({ holdId }) => {
        const isFirst = !endedIds.has(holdId);
        endedIds.add(holdId);
        return isFirst;
      });
    },
    register: async (hold: HoldRef) => note(`register ${hold.holdId}`),
    shrink: async ({ amountNanos, holdId }: ShrinkRequest) =>
      note(`shrink ${holdId} by ${amountNanos}`),
    pauseLeases: async () => ({ ownMs: 0, othersMs: fake.othersMs }),
  };
  const fake: FakeTill = {
    till: till as unknown as Till,
    asked,
    isAway: false,
    othersMs: 0,
    answers,
  };
  return fake;
}

export function aHold(holdId: string): HoldRef {
  return { walletId: 'w', holdId, instance: 'relay-1', amountNanos: 100n, counters: [] };
}
