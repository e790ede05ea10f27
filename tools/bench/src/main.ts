import { measureCatalog } from './measure-catalog';
import { measureConsole } from './measure-console';
import { measureCost } from './measure-cost';
import { measureDialects } from './measure-dialects';
import { measureFootprint } from './measure-footprint';
import { measureGateway } from './measure-gateway';
import { measureKeys } from './measure-keys';
import { measureLedger } from './measure-ledger';
import { measurePeers } from './measure-peers';
import { measurePolicy } from './measure-policy';
import { measurePosting } from './measure-posting';
import { measureProfile } from './measure-profile';
import { measureReads } from './measure-reads';
import { measureRest } from './measure-rest';
import { measureSoak } from './measure-soak';

const benchmarks: Readonly<Record<string, (options: readonly string[]) => Promise<void>>> = {
  gateway: measureGateway,
  console: measureConsole,
  cost: measureCost,
  dialects: measureDialects,
  footprint: measureFootprint,
  keys: measureKeys,
  catalog: measureCatalog,
  ledger: measureLedger,
  peers: measurePeers,
  policy: measurePolicy,
  posting: measurePosting,
  profile: measureProfile,
  reads: measureReads,
  rest: measureRest,
  soak: measureSoak,
};

async function main(): Promise<void> {
  const [name = 'gateway', ...options] = process.argv.slice(2);
  const run = benchmarks[name];
  if (run === undefined) throw new Error(`there is ${Object.keys(benchmarks).join(', ')}`);
  await run(options);
}

main().catch((error: unknown) => {
  console.error(`bench: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
