import { findContainerEngine, NoContainerEngineError } from '@tollgate/embedded';
import { Checks } from './checks';
import { parseArguments, usage, UsageError } from './parse-arguments';
import { runDeployTest } from './run-deploy-test';

/** `npm run test:deploy`: runs docker-compose.yml in containers and checks that it works. */
async function main(): Promise<number> {
  const { buildFlags, engine: wanted } = parseArguments(process.argv.slice(2));
  const engine = await findContainerEngine(wanted);
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // A second signal changes nothing: the containers must be removed.
    process.on(signal, () => controller.abort(new Error(`ended by ${signal}`)));
  }
  const { signal } = controller;
  const checks = new Checks((line) => console.log(line), signal);
  const note = (text: string): void => console.log(`       ${text}`);
  try {
    await runDeployTest({ engine, buildFlags, checks, signal, note });
  } catch (error) {
    checks.fail('the test did not run to its end', signal.aborted ? signal.reason : error);
  }
  const { exitCode, line } = checks.summarize();
  console.log(line);
  return exitCode;
}

main().then(
  (exitCode) => process.exit(exitCode),
  (error: unknown) => {
    const isExplained = error instanceof UsageError || error instanceof NoContainerEngineError;
    console.error(isExplained ? `tollgate: ${error.message}` : error);
    if (error instanceof UsageError) console.error(usage);
    console.log('0 passed, 1 failed');
    process.exit(error instanceof UsageError ? 2 : 1);
  },
);
