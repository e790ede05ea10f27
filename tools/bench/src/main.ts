import { measureCatalog } from './measure-catalog';
import { measureConsole } from './measure-console';
import { measureCost } from './measure-cost';
import { measureDialects } from './measure-dialects';
import { measureGateway } from './measure-gateway';
import { measureKeys } from './measure-keys';
import { measurePolicy } from './measure-policy';
import { measurePosting } from './measure-posting';
import { measureReads } from './measure-reads';

const benchmarks: Readonly<Record<string, (options: readonly string[]) => Promise<void>>> = {
  gateway: measureGateway,
  console: measureConsole,
  cost: measureCost,
  dialects: measureDialects,
  keys: measureKeys,
  catalog: measureCatalog,
  policy: measurePolicy,
  posting: measurePosting,
  reads: measureReads,
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
