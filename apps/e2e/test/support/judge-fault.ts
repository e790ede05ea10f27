import { openAccounts, type Account, type AccountOptions } from './accounts';
import { describeOutage } from './describe-outage';
import type { Gateway } from './gateway';
import { startLoad, type CallRecord, type Load, type LoadOptions } from './load';
import { allGood, judge, waitForRest } from './oracle';
import { watchUpstream } from './upstream-log';

/** A slow machine is not what is tested: no service refuses calls because of it. */
export const patientEnvironment = { SHED_LOOP_DELAY_MS: '60000' };

export const accountCount = 8;

export interface Fault {
  /** In the line that says what clients saw. */
  readonly name: string;
  readonly parallel: number;
  /** What is special about the accounts and their calls. */
  readonly account?: AccountOptions;
  readonly body?: LoadOptions['body'];
  readonly dialects?: LoadOptions['dialects'];
  /** Resolves when enough calls followed on the fault; `begin` notes when it began. */
  readonly happen: (load: Load, begin: () => void) => Promise<void>;
}

/** Sends calls while a fault happens, and expects each in the book once and nothing on hold. */
export async function judgeFault(
  gateway: Gateway,
  { account, body = { max_tokens: 50 }, dialects = [], happen, name, parallel }: Fault,
): Promise<{ readonly accounts: readonly Account[]; readonly records: readonly CallRecord[] }> {
  const accounts = await openAccounts(gateway, accountCount, account);
  const upstream = await watchUpstream(gateway);
  const load = startLoad(gateway, { accounts, parallel, body, dialects });
  let records: readonly CallRecord[];
  let beganAtMs = 0;
  try {
    await happen(load, () => (beganAtMs = Date.now()));
  } finally {
    records = await load.stop();
  }
  const { answered: upstreamAnswered } = await upstream.stop();
  process.stderr.write(`${name}: ${describeOutage(records, beganAtMs)}\n`);
  await waitForRest(gateway, accounts, records);
  expect(await judge(gateway, accounts, { records, upstreamAnswered, earlier: [] })).toEqual(
    allGood,
  );
  return { accounts, records };
}
