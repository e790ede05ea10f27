import { usdNumberToNanos } from '@tollgate/money';
import type { Checks } from './checks';
import type { ComposeProject } from './compose-project';
import { demand, type Account, type Gateway, type Json } from './gateway';

const amountUsd = 100;

/** A simulated payment (PAYMENTS_DEV=1), which must be credit at once. */
export function checkTopUp(
  checks: Checks,
  gateway: Gateway,
  { cookie, key }: Account,
): Promise<boolean> {
  return checks.run(`a top-up of ${amountUsd} USD is credit at once`, async () => {
    const post = (path: string, body: Json) =>
      gateway.call(`/api/billing/${path}`, { cookie, body });
    const before = await readAvailable(gateway, key);
    const topUp = demand(await post('topups', { amountUsd, channel: 'dev' }), 'the top-up').json;
    demand(await post(`topups/${String(topUp['id'])}/simulate`, {}), 'the payment');
    const after = await readAvailable(gateway, key);
    if (after - before !== usdNumberToNanos(amountUsd)) {
      throw new Error(`there were ${before} nano-dollars, and then ${after}`);
    }
    return undefined;
  });
}

async function readAvailable(gateway: Gateway, bearer: string): Promise<bigint> {
  const { json } = demand(await gateway.call('/v1/credits', { bearer }), '/v1/credits');
  return usdNumberToNanos((json['data'] as Record<string, number>)['available'] ?? 0);
}

/** Where the program that verifies the ledger is, in the image of each shape. */
const programs = {
  billing: 'verify-ledger.main.js',
  office: 'apps/billing/verify-ledger.main.js',
} as const;

export function checkLedger(checks: Checks, project: ComposeProject): Promise<boolean> {
  const isTogether = project.services.some(({ name }) => name === 'office');
  const service = isTogether ? 'office' : 'billing';
  return checks.run('every invariant of the ledger holds', async () => {
    const output = await project
      .exec(service, ['node', programs[service]])
      .catch((error: unknown) => {
        const { stdout = '' } = error as { stdout?: string };
        throw new Error(
          stdout
            .split('\n')
            .filter((line) => !line.startsWith('ok'))
            .join('; '),
        );
      });
    return output.trim().split('\n').at(-1);
  });
}
