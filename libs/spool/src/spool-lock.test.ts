import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { silentLogger } from '@tollgate/observability';
import { SpoolLostError } from './directory-lock';
import { Spool } from './spool';
import { diskFiles } from './spool-files';

const other = '2 67890\n1111-boot pid:[2]';

describe('the lock of an open spool', () => {
  const directory = mkdtempSync(join(tmpdir(), 'spool-lock-'));
  const lock = join(directory, 'lock');
  const options = { directory, bytesMax: 1_000_000, logger: silentLogger };
  afterEach(() => rmSync(lock, { force: true }));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  it('lets nothing be written, read and committed after another process took it', async () => {
    const onLost = jest.fn();
    const spool = Spool.open({ ...options, onLost });
    spool.endRecovery();
    spool.release(await spool.append(Buffer.from('a')));
    expect(spool.readBatch(10)).toHaveLength(1);
    writeFileSync(lock, other);
    await sleep(1_200);
    expect(onLost).toHaveBeenCalledTimes(1);
    await expect(spool.append(Buffer.from('b'))).rejects.toThrow(SpoolLostError);
    expect(() => spool.readBatch(10)).toThrow(SpoolLostError);
    await expect(spool.commitBatch()).rejects.toThrow(SpoolLostError);
    await spool.close();
    expect(readFileSync(lock, 'utf8')).toBe(other);
  });

  it('is given up when the spool cannot be opened', async () => {
    const spool = Spool.open(options);
    await spool.append(Buffer.from('a'));
    await spool.close();
    const open = (): number => {
      throw new Error('cannot be read');
    };
    expect(() => Spool.open({ ...options, files: { ...diskFiles, open } })).toThrow(
      'cannot be read',
    );
    expect(readdirSync(directory)).not.toContain('lock');
  });
});
