import { NotReadyError } from '@tollgate/embedded';
import { readStackOptions } from './stack-options';
import { rotateKeys } from './rotate-keys';
import { startStack } from './start-stack';
import { StackError } from './stack-error';
import { verifyLedger } from './verify-ledger';

const usage = 'usage: stack start [--fresh] | stack ledger-verify | stack keys-rotate';

async function main(): Promise<number> {
  const [command, ...flags] = process.argv.slice(2);
  const options = readStackOptions(process.env, flags);
  if (command === 'start') return await startStack(options);
  if (command === 'ledger-verify') return await verifyLedger(options);
  if (command === 'keys-rotate') return await rotateKeys(options);
  throw new StackError(usage);
}

main().then(
  (exitCode) => process.exit(exitCode),
  (error: unknown) => {
    // These say what is wrong themselves; anything else is a fault of ours and needs its trace.
    const isExplained = error instanceof StackError || error instanceof NotReadyError;
    console.error(isExplained ? `tollgate: ${error.message}` : error);
    process.exit(1);
  },
);
