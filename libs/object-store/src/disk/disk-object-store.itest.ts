import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeObjectStore } from '../../test/object-store-contract';
import { createObjectStore } from '../create-object-store';
import type { ObjectStore } from '../object-store';

let directory: string;
let store: ObjectStore;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'object-store-'));
  store = await createObjectStore({ adapter: 'disk', directory });
});

afterAll(() => rm(directory, { recursive: true, force: true }));

describeObjectStore('disk', { open: () => store });

describe('object store: disk, beyond the contract', () => {
  it('leaves no temporary file behind in any case', async () => {
    expect(await readdir(join(directory, '.tmp'))).toEqual([]);
  });

  it('removes what a crash left, but not what another process may be writing', async () => {
    const temporary = join(directory, '.tmp');
    await writeFile(join(temporary, 'old'), 'x');
    await writeFile(join(temporary, 'young'), 'x');
    const past = new Date(Date.now() - 48 * 60 * 60 * 1_000);
    await utimes(join(temporary, 'old'), past, past);
    await createObjectStore({ adapter: 'disk', directory });
    expect(await readdir(temporary)).toEqual(['young']);
  });

  it('makes objects unreadable for other users of the machine', async () => {
    await store.put('private', Buffer.from('x'), { contentType: 'text/plain' });
    expect((await stat(join(directory, 'private@'))).mode & 0o077).toBe(0);
  });

  it('does not take a foreign file for an object', async () => {
    await mkdir(join(directory, 'foreign'), { recursive: true });
    await writeFile(join(directory, 'foreign', 'file@'), 'not ours');
    expect(await store.get('foreign/file')).toBeUndefined();
  });
});
