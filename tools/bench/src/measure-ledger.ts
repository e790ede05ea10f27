import { startBilling, startStores } from './billing-under-test';
import { fillBook, quickSettings } from './fill-book';
import { makeManyWalletsEvent, measureCase, type Posting } from './measure-posting';

const rows = Number(process.env['BENCH_ROWS'] ?? 5_000_000);
/** The first backlog meets cold caches of Postgres. */
const rounds = 3;
const ratioMin = 0.9;

/**
 * Whether charges are posted as fast into a full book as into an empty one:
 * `npm run bench -- ledger`. Exits with 1 if a full one is more than a tenth slower.
 */
export async function measureLedger(): Promise<void> {
  const empty = await measureBook(0);
  const full = await measureBook(rows);
  const ratio = costOf(empty) / costOf(full);
  console.log(`bench: ledger_ratio=${ratio.toFixed(2)} (CPU; at least ${ratioMin})`);
  if (!(ratio >= ratioMin)) process.exitCode = 1;
}

/** The cheapest of some rounds, in a book of its own. */
async function measureBook(calls: number): Promise<Posting> {
  const stores = await startStores('ledger', { settings: quickSettings });
  try {
    // Creates the tables and the consumer's group.
    await (await startBilling(stores)).stop();
    if (calls > 0) await fillBook(stores, calls);
    const found: Posting[] = [];
    for (let round = 1; round <= rounds; round++) {
      const name = `${calls.toLocaleString('en')} calls`;
      found.push(await measureCase(stores, name, makeManyWalletsEvent));
    }
    return found.reduce((best, next) => (costOf(next) < costOf(best) ? next : best));
  } finally {
    await stores.stop();
  }
}

const costOf = ({ billingMicros, postgresMicros }: Posting): number =>
  billingMicros + postgresMicros;
