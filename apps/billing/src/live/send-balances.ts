import type { ListBalances } from '../wallets/list-balances';
import type { LiveStream } from './ports';

/** Sends the balance to the streams whose last one differs; wallets are read once for all. */
export async function sendBalances(
  streams: Iterable<LiveStream>,
  listBalances: ListBalances,
): Promise<void> {
  const byWallet = new Map<string, LiveStream[]>();
  for (const stream of streams) {
    const { seesBalance, walletId } = stream.scope;
    if (!seesBalance || walletId === null) continue;
    const others = byWallet.get(walletId);
    if (others === undefined) byWallet.set(walletId, [stream]);
    else others.push(stream);
  }
  if (byWallet.size === 0) return;
  for (const [walletId, balance] of await listBalances([...byWallet.keys()])) {
    const text = Object.values(balance).join(' ');
    for (const stream of byWallet.get(walletId) ?? []) {
      if (stream.sentBalance === text) continue;
      stream.sentBalance = text;
      stream.client.send({ kind: 'balance', balance });
    }
  }
}
