import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SettingError } from '@tollgate/config';
import { silentLogger } from '@tollgate/observability';
import { openSpool } from './open-spool';

const directory = mkdtempSync(join(tmpdir(), 'tollgate-spool-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const open = (spoolDirectory: string) => {
  const sizes = { spoolBytesMax: 1_000, spoolKeepHours: 0, spoolKeepBytesMax: 0 };
  return openSpool({ ...sizes, spoolDirectory }, silentLogger);
};

function getMark(pid: number): string {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return `${pid} ${fields[19] ?? ''}`;
}

describe('the spool of a relay', () => {
  it('does not open below a file, and says so in one line that names the setting', async () => {
    const file = join(directory, 'file');
    writeFileSync(file, '');
    const place = join(file, 'spool');
    await expect(open(place)).rejects.toThrow(SettingError);
    await expect(open(place)).rejects.toThrow(
      'SPOOL_DIR must be a directory of this relay alone in which it may write, ' +
        `not "${place}": ENOTDIR`,
    );
  });

  it('does not open while another process of this machine has it', async () => {
    const place = join(directory, 'taken');
    await (await open(place)).close();
    // The parent of a test lives as long as the test.
    const spool = await open(place);
    const lock = join(place, 'lock');
    const owner = getMark(process.ppid);
    writeFileSync(lock, readFileSync(lock, 'utf8').replace(/^.*/, owner));
    await expect(open(place)).rejects.toThrow(SettingError);
    await expect(open(place)).rejects.toThrow(`is in use by process ${process.ppid}`);
    await spool.close();
  });

  it('opens in a directory that it makes', async () => {
    const spool = await open(join(directory, 'made'));
    expect(spool.backlogBytes).toBe(0);
    await spool.close();
  });
});
