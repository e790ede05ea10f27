import { parseArgs } from 'node:util';
import { replaySpool } from '@tollgate/spool';

const usage = `Makes a relay publish its kept records again when it starts the next time.
Stop the relay first. Consumers know which records they have, so that nothing is charged twice.

  SPOOL_DIR=<folder> replay-spool.main.js [--since <time>]

--since   publish what was recorded since then, for example 2026-05-04T10:00:00Z; all without it`;

const print = (text: string): void => void process.stdout.write(`${text}\n`);

async function replay(): Promise<void> {
  const { values } = parseArgs({
    options: { since: { type: 'string' }, help: { type: 'boolean' } },
  });
  if (values.help === true) return print(usage);
  const directory = process.env['SPOOL_DIR'];
  if (!directory) throw new Error('SPOOL_DIR is not set: the directory of the spool');
  const sinceMs = values.since === undefined ? 0 : Date.parse(values.since);
  if (Number.isNaN(sinceMs)) throw new Error(`--since ${values.since} is not a time`);
  const { bytes, segments } = await replaySpool(directory, sinceMs);
  print(
    `${directory}: ${segments} segments with ${bytes} bytes will be published again` +
      ' when the relay starts',
  );
}

replay().catch((error: unknown) => {
  process.stderr.write(`replay-spool: ${(error as Error).message}\n`);
  process.exitCode = 1;
});
