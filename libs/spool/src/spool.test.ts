import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '@tollgate/observability';
import { getProcessMark } from './directory-lock';
import { hasBacklog } from './find-backlog';
import { encodeFrame, readFrame } from './frame';
import { replaySpool } from './replay-spool';
import { SpoolBrokenError } from './segment-writer';
import { Spool, SpoolFullError, type SpoolOptions } from './spool';
import { diskFiles, type SpoolFiles } from './spool-files';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'spool-'));
});
afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

function open(options: Partial<SpoolOptions> = {}): Spool {
  return Spool.open({ directory, bytesMax: 1_000_000, logger: silentLogger, ...options });
}

async function appendText(spool: Spool, text: string): Promise<void> {
  spool.release(await spool.append(Buffer.from(text)));
}

const texts = (records: Iterable<{ payload: Buffer }>): string[] =>
  [...records].map((one) => one.payload.toString());
const segments = (): string[] => readdirSync(directory).filter((name) => name.endsWith('.spool'));

describe('a spool', () => {
  it('hands records over in the order they were appended', async () => {
    const spool = open();
    spool.endRecovery();
    await Promise.all(['a', 'b', 'c'].map((text) => appendText(spool, text)));
    expect(texts(spool.readBatch(2))).toEqual(['a', 'b']);
    expect(texts(spool.readBatch(2))).toEqual(['c']);
    await spool.close();
  });

  it('keeps back what was not released, and all that follows it', async () => {
    const spool = open();
    spool.endRecovery();
    const first = await spool.append(Buffer.from('first'));
    await appendText(spool, 'second');
    expect(spool.readBatch(10)).toEqual([]);
    spool.release(first);
    expect(texts(spool.readBatch(10))).toEqual(['first', 'second']);
    await spool.close();
  });

  it('gives a batch again after a failed publish, and never after a commit', async () => {
    const spool = open();
    spool.endRecovery();
    await appendText(spool, 'a');
    expect(texts(spool.readBatch(10))).toEqual(['a']);
    spool.rewindBatch();
    expect(texts(spool.readBatch(10))).toEqual(['a']);
    await spool.commitBatch();
    spool.rewindBatch();
    expect(spool.readBatch(10)).toEqual([]);
    expect(spool.backlogBytes).toBe(0);
    await spool.close();
  });

  it('returns after a crash with everything that was not committed', async () => {
    const first = open();
    first.endRecovery();
    for (const text of ['a', 'b', 'c']) await appendText(first, text);
    first.readBatch(1);
    await first.commitBatch();
    // No close: the process was killed.
    const second = open();
    expect(texts(second.listBacklog())).toEqual(['b', 'c']);
    expect(second.readBatch(10)).toEqual([]);
    await appendText(second, 'd');
    second.endRecovery();
    expect(texts(second.readBatch(10))).toEqual(['b', 'c', 'd']);
    await second.commitBatch();
    expect(segments()).toHaveLength(1);
    await second.close();
  });

  it('lists what is kept of a time, published or not', async () => {
    const startedAtMs = Date.now() - 1_000;
    const keep = { ms: 60_000, bytesMax: 1_000_000 };
    const first = open({ segmentBytesMax: 64, keep });
    first.endRecovery();
    for (let index = 0; index < 5; index++) await appendText(first, `record number ${index}`);
    first.readBatch(3);
    await first.commitBatch();
    const second = open({ keep });
    expect(texts(second.listSince(startedAtMs))).toHaveLength(5);
    expect(texts(second.listSince(Date.now() + 60_000))).toEqual([]);
    await second.close();
  });

  it('ignores a torn record at the end of a segment, at every length of the tear', async () => {
    const frame = encodeFrame(Buffer.from('torn away'));
    for (let length = 1; length < frame.length; length++) {
      const home = join(directory, String(length));
      const spool = open({ directory: home });
      spool.endRecovery();
      await appendText(spool, 'whole');
      await spool.close();
      appendFileSync(join(home, '000000000001.spool'), frame.subarray(0, length));
      const next = open({ directory: home });
      expect(texts(next.listBacklog())).toEqual(['whole']);
      await next.close();
    }
  });

  it('does not deliver a record with changed bytes on disk', async () => {
    const spool = open();
    await spool.append(Buffer.from('whole'));
    await spool.close();
    const path = join(directory, segments()[0] as string);
    const damaged = encodeFrame(Buffer.from('other'));
    damaged[damaged.length - 1] = 0;
    writeFileSync(path, damaged);
    const next = open();
    expect([...next.listBacklog()]).toEqual([]);
    await next.close();
  });

  it('starts new segments when one is full and drops them once they are published', async () => {
    const spool = open({ segmentBytesMax: 64 });
    spool.endRecovery();
    for (let index = 0; index < 20; index++) await appendText(spool, `record number ${index}`);
    expect(segments().length).toBeGreaterThan(5);
    expect(spool.readBatch(100)).toHaveLength(20);
    await spool.commitBatch();
    expect(segments()).toHaveLength(1);
    await spool.close();
  });

  it('refuses new records when its quota is used up, until some are published', async () => {
    const spool = open({ bytesMax: 100 });
    spool.endRecovery();
    await appendText(spool, 'x'.repeat(120));
    await expect(spool.append(Buffer.from('y'))).rejects.toThrow(SpoolFullError);
    spool.readBatch(10);
    await spool.commitBatch();
    await expect(appendText(spool, 'y')).resolves.toBeUndefined();
    await spool.close();
  });

  it('refuses a second process in its directory', async () => {
    const spool = open();
    writeFileSync(join(directory, 'lock'), `1 ${readInitStart()}`);
    expect(() => open()).toThrow(/in use by process 1/);
    await spool.close();
  });
});

function readInitStart(): string {
  return (diskFiles.readText('/proc/1/stat') ?? '').replace(/^.*\) /s, '').split(' ')[19] ?? '';
}

describe('a spool on a failing disk', () => {
  interface Faults {
    sync?: boolean;
    append?: boolean;
    truncate?: boolean;
  }

  function failingFiles(fail: Faults): SpoolFiles {
    const fault = (): never => {
      throw Object.assign(new Error('injected fault of the disk'), { code: 'EIO' });
    };
    return {
      ...diskFiles,
      syncData: (fd) =>
        fail.sync ? Promise.reject(new Error('injected')) : diskFiles.syncData(fd),
      append: (fd, frames) => {
        if (!fail.append) return diskFiles.append(fd, frames);
        // A full disk takes a part and then refuses.
        diskFiles.append(fd, [(frames[0] as Buffer).subarray(0, 3)]);
        return fault();
      },
      truncate: (fd, length) => (fail.truncate ? fault() : diskFiles.truncate(fd, length)),
    };
  }

  it.each(['sync', 'append'] as const)(
    'leaves no trace of a record whose %s failed, and continues in a new segment',
    async (step) => {
      const fail: Faults = {};
      const spool = open({ files: failingFiles(fail) });
      await spool.append(Buffer.from('before'));
      fail[step] = true;
      await expect(spool.append(Buffer.from('lost'))).rejects.toThrow(SpoolBrokenError);
      fail[step] = false;
      await spool.append(Buffer.from('after'));
      const next = open();
      expect(texts(next.listBacklog())).toEqual(['before', 'after']);
      await spool.close();
      await next.close();
    },
  );

  it('accepts nothing more when a failed record cannot be cut off', async () => {
    const fail: Faults = { sync: true, truncate: true };
    const spool = open({ files: failingFiles(fail) });
    await expect(spool.append(Buffer.from('lost'))).rejects.toThrow(SpoolBrokenError);
    fail.sync = false;
    await expect(spool.append(Buffer.from('next'))).rejects.toThrow(SpoolBrokenError);
    await spool.close();
  });

  it('syncs many records at once when they come together', async () => {
    let syncs = 0;
    const files: SpoolFiles = {
      ...diskFiles,
      syncData: (fd) => {
        syncs += 1;
        return diskFiles.syncData(fd);
      },
    };
    const spool = open({ files });
    await Promise.all(Array.from({ length: 200 }, () => spool.append(Buffer.from('x'))));
    expect(syncs).toBeLessThan(5);
    await spool.close();
  });
});

describe('frames', () => {
  it('refuse empty and oversized payloads', () => {
    expect(() => encodeFrame(Buffer.alloc(0))).toThrow(RangeError);
    expect(() => encodeFrame(Buffer.alloc(2 ** 21))).toThrow(RangeError);
  });

  it('distinguish an absurd length from an unfinished record', () => {
    expect(readFrame(Buffer.from('ffffffff00000000', 'hex'), 0).kind).toBe('damaged');
    expect(readFrame(Buffer.alloc(3), 0).kind).toBe('incomplete');
  });
});

it('a segment cut to nothing is an empty segment', async () => {
  const spool = open();
  await spool.append(Buffer.from('x'));
  await spool.close();
  truncateSync(join(directory, segments()[0] as string), 0);
  const next = open();
  expect([...next.listBacklog()]).toEqual([]);
  await next.close();
});

describe('a spool whose disk is slow', () => {
  let syncs = 0;
  let endSync: () => void;
  let spool: Spool;

  beforeEach(() => {
    syncs = 0;
    const syncData = (): Promise<void> => {
      syncs += 1;
      return new Promise((resolve) => (endSync = resolve));
    };
    spool = open({ files: { ...diskFiles, syncData } });
  });
  afterEach(() => spool.close());

  const append = (): Promise<number> => spool.append(Buffer.from('x'));
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  it('collects records while it syncs others, and syncs them once', async () => {
    const first = append();
    await turn();
    const others = [append(), append()];
    await turn();
    expect(syncs).toBe(1);
    endSync();
    await first;
    others.push(append());
    await turn();
    expect(syncs).toBe(2);
    endSync();
    await Promise.all(others);
    expect(syncs).toBe(2);
  });

  it('writes a lone record at once, and waits for the turn where several came together', async () => {
    const alone = append();
    for (let step = 0; step < 10; step++) await Promise.resolve();
    expect(syncs).toBe(1);
    const together = [append(), append()];
    endSync();
    await alone;
    await turn();
    endSync();
    await Promise.all(together);
    const next = append();
    for (let step = 0; step < 10; step++) await Promise.resolve();
    expect(syncs).toBe(2);
    await turn();
    expect(syncs).toBe(3);
    endSync();
    await next;
  });
});

describe('published segments that are kept', () => {
  const keep = { ms: 60_000, bytesMax: 1_000_000 };
  const names = ['a', 'b', 'c', 'd', 'e'];

  /** Several segments, all of them published. */
  async function publishAll(options: Partial<SpoolOptions>): Promise<void> {
    const spool = open({ segmentBytesMax: 32, ...options });
    spool.endRecovery();
    for (const name of names) await appendText(spool, name.repeat(20));
    expect(spool.readBatch(100)).toHaveLength(names.length);
    await spool.commitBatch();
    await spool.close();
  }

  async function readAfterRestart(): Promise<string[]> {
    const spool = open({ keep });
    spool.endRecovery();
    const records = texts(spool.readBatch(100)).map((text) => text.slice(0, 1));
    await spool.close();
    return records;
  }

  it('are not published again by a restart', async () => {
    await publishAll({ keep });
    expect(segments()).toHaveLength(names.length);
    expect(await readAfterRestart()).toEqual([]);
  });

  it('are published again in order after a replay', async () => {
    await publishAll({ keep });
    expect(await replaySpool(directory, 0)).toMatchObject({ segments: names.length });
    expect(hasBacklog(directory)).toBe(true);
    expect(await readAfterRestart()).toEqual(names);
  });

  it('are published again from the segment on that was written last at the given time', async () => {
    await publishAll({ keep });
    for (const name of segments().slice(0, 2)) utimesSync(join(directory, name), 1_000, 1_000);
    await replaySpool(directory, 2_000_000);
    expect(await readAfterRestart()).toEqual(names.slice(2));
  });

  it('leave the disk when they are too old', async () => {
    await publishAll({ keep: { ...keep, ms: 0 } });
    expect(segments()).toHaveLength(1);
  });

  it('leave the disk when they are too many, the oldest first', async () => {
    const frameBytes = encodeFrame(Buffer.alloc(20)).length;
    await publishAll({ keep: { ...keep, bytesMax: 2 * frameBytes } });
    expect(segments().map((name) => Number.parseInt(name, 10))).toEqual([4, 5, 6]);
  });

  it('are not touched by a replay while a process has the spool', async () => {
    const spool = open({ keep });
    // The lock of the same process would be its own: another one holds it here.
    writeFileSync(join(directory, 'lock'), getProcessMark(process.ppid) ?? '');
    await expect(replaySpool(directory, 0)).rejects.toThrow(/is in use by process/);
    await spool.close();
  });
});
