import type { InstanceRegistry, HoldRef, Till } from '@tollgate/till';
import type { Spool } from '@tollgate/spool';
import type { HoldKeeper } from './hold-keeper';
import { registerHolds } from './recover-holds';
import type { SettleQueue } from './settle-queue';

const makeHold = (holdId: string): HoldRef => ({
  walletId: 'user_1',
  holdId,
  instance: 'relay-1',
  amountNanos: 1n,
  counters: [],
});

/** `onRegister` runs while a hold is registered. */
async function register(
  holdIds: readonly string[],
  onRegister: (holdId: string, open: Set<string>) => void,
): Promise<string[]> {
  const heard: string[] = [];
  const open = new Set(holdIds);
  const till: Partial<Till> = {
    register: async ({ holdId }) => {
      heard.push(`register ${holdId}`);
      onRegister(holdId, open);
    },
    release: async (_walletId, holdId) => {
      heard.push(`release ${holdId}`);
    },
  };
  await registerHolds({
    instance: 'relay-1',
    till: till as Till,
    registry: {
      noteWallet: async () => undefined,
    } as Partial<InstanceRegistry> as InstanceRegistry,
    spool: { *listBacklog() {} } as Partial<Spool> as Spool,
    settleQueue: { listFinal: () => [] } as Partial<SettleQueue> as SettleQueue,
    keeper: {
      forgetWallets: () => undefined,
      forgetLeases: () => undefined,
      listOpen: () => holdIds.map(makeHold),
      isOpen: ({ holdId }) => open.has(holdId),
    } as Partial<HoldKeeper> as HoldKeeper,
  });
  return heard;
}

describe('registering open holds in an emptied till', () => {
  it('registers each of them', async () => {
    expect(await register(['a', 'b'], () => undefined)).toEqual(['register a', 'register b']);
  });

  it('skips one that has ended meanwhile: nothing would end it again', async () => {
    const heard = await register(['a', 'b'], (_holdId, open) => open.delete('b'));
    expect(heard).toEqual(['register a']);
  });

  it('releases one that ended while it was registered', async () => {
    const heard = await register(['a', 'b'], (holdId, open) => open.delete(holdId));
    expect(heard).toEqual(['register a', 'release a', 'register b', 'release b']);
  });
});
