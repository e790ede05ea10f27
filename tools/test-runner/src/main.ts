import { parseArguments } from './parse-arguments';
import { runTests } from './run-tests';
import { formatCounts, exitCodeOf } from './test-counts';

async function main(): Promise<void> {
  const counts = await runTests(parseArguments(process.argv.slice(2)), process.env);
  console.log(formatCounts(counts));
  process.exitCode = exitCodeOf(counts);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
});
