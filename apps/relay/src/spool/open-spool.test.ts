import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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

describe('the spool of a relay', () => {
  it('does not open below a file, and says so in one line that names the setting', () => {
    const file = join(directory, 'file');
    writeFileSync(file, '');
    const place = join(file, 'spool');
    expect(() => open(place)).toThrow(SettingError);
    expect(() => open(place)).toThrow(
      'SPOOL_DIR must be a directory of this relay alone in which it may write, ' +
        `not "${place}": ENOTDIR`,
    );
  });

  it('opens in a directory that it makes', async () => {
    const spool = open(join(directory, 'made'));
    expect(spool.backlogBytes).toBe(0);
    await spool.close();
  });
});
