import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ObjectStore, StoredObject } from '../src';

export interface ContractContext {
  open(): ObjectStore;
}

const type = { contentType: 'video/mp4' };
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const read = (stored: StoredObject | undefined): Promise<Buffer> =>
  buffer(stored?.body ?? Readable.from([]));

/** A stream of unknown length. */
function streamOf(bytes: Buffer, chunkBytes = 65_536): Readable {
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, index) =>
    bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes),
  );
  return Readable.from(chunks);
}

/** What every adapter does. */
export function describeObjectStore(name: string, context: ContractContext): void {
  describe(`object store: ${name}`, () => {
    describeWriting(context);
    describeReading(context);
    describeRemoving(context);
  });
}

function describeWriting(context: ContractContext): void {
  it('keeps bytes, length and content type', async () => {
    const store = context.open();
    const bytes = randomBytes(10_000);
    await store.put('a/b-1_2.bin', bytes, { contentType: 'image/png' });
    const stored = await store.get('a/b-1_2.bin');
    expect(stored).toMatchObject({ bytes: 10_000, totalBytes: 10_000, contentType: 'image/png' });
    expect(Math.abs(Date.now() - (stored?.modifiedAt.getTime() ?? 0))).toBeLessThan(60_000);
    expect(sha256(await read(stored))).toBe(sha256(bytes));
    expect(await store.head('a/b-1_2.bin')).toMatchObject({
      totalBytes: 10_000,
      contentType: 'image/png',
    });
  });

  it('takes a stream, with or without its length', async () => {
    const store = context.open();
    const bytes = randomBytes(3_000_000);
    await store.put('s/known', streamOf(bytes), { ...type, bytes: bytes.length });
    await store.put('s/unknown', streamOf(bytes), type);
    expect(sha256(await read(await store.get('s/known')))).toBe(sha256(bytes));
    expect(sha256(await read(await store.get('s/unknown')))).toBe(sha256(bytes));
  });

  it('replaces what was there', async () => {
    const store = context.open();
    await store.put('again', Buffer.from('first, and longer'), type);
    await store.put('again', Buffer.from('second'), { contentType: 'text/plain' });
    const stored = await store.get('again');
    expect(stored?.contentType).toBe('text/plain');
    expect((await read(stored)).toString()).toBe('second');
  });

  it('keeps an object beside others whose key has it as prefix', async () => {
    const store = context.open();
    await store.put('tree', Buffer.from('tree'), type);
    await store.put('tree/leaf', Buffer.from('leaf'), type);
    expect((await read(await store.get('tree'))).toString()).toBe('tree');
    expect((await read(await store.get('tree/leaf'))).toString()).toBe('leaf');
  });

  it('stores nothing of a body that breaks off, is too long or not as long as announced', async () => {
    const store = context.open();
    const broken = Readable.from(
      (function* () {
        yield Buffer.alloc(100_000);
        throw new Error('broken off');
      })(),
    );
    await expect(store.put('no/a', broken, type)).rejects.toThrow('broken off');
    const long = { ...type, bytesMax: 1_000 };
    const tooLarge = { fault: 'too_large' };
    const mismatch = { fault: 'length_mismatch' };
    const bytes = Buffer.alloc(1_001);
    await expect(store.put('no/b', bytes, long)).rejects.toMatchObject(tooLarge);
    await expect(store.put('no/c', streamOf(bytes), long)).rejects.toMatchObject(tooLarge);
    const announced = { ...type, bytes: 1_000 };
    await expect(store.put('no/d', streamOf(bytes), announced)).rejects.toMatchObject(mismatch);
    await expect(store.put('no/e', streamOf(bytes.subarray(9)), announced)).rejects.toMatchObject(
      mismatch,
    );
    for (const key of ['a', 'b', 'c', 'd', 'e']) {
      expect(await store.head(`no/${key}`)).toBeUndefined();
    }
  });

  it('refuses keys and content types outside its alphabet', async () => {
    const store = context.open();
    const wrong = ['', '/a', 'a/', 'a//b', '../a', 'a/../b', '.tmp/a', 'A', 'ü', 'a b', 'a%2fb'];
    for (const key of [...wrong, 'a'.repeat(129), 'a/'.repeat(300) + 'a', 'a\0', 'a@']) {
      await expect(store.put(key, Buffer.alloc(1), type)).rejects.toThrow(RangeError);
      await expect(store.get(key)).rejects.toThrow(RangeError);
      await expect(store.delete(key)).rejects.toThrow(RangeError);
    }
    const contentType = 'text/html\r\nx-evil: 1';
    await expect(store.put('a', Buffer.alloc(1), { contentType })).rejects.toThrow(RangeError);
  });
}

function describeReading(context: ContractContext): void {
  it('finds nothing for a missing object', async () => {
    const store = context.open();
    expect(await store.get('none/such')).toBeUndefined();
    expect(await store.head('none/such')).toBeUndefined();
    expect(await store.get('none/such', { start: 0, end: 1 })).toBeUndefined();
  });

  it('gives single ranges, as far as there are bytes', async () => {
    const store = context.open();
    await store.put('range', Buffer.from('0123456789'), type);
    const at = async (start: number, end?: number): Promise<string> => {
      const stored = await store.get('range', end === undefined ? { start } : { start, end });
      const text = (await read(stored)).toString();
      expect(stored).toMatchObject({ totalBytes: 10, bytes: text.length, ...type });
      return text;
    };
    expect(await at(0, 0)).toBe('0');
    expect(await at(2, 5)).toBe('2345');
    expect(await at(7)).toBe('789');
    expect(await at(7, 100)).toBe('789');
    await expect(store.get('range', { start: 10 })).rejects.toMatchObject({ fault: 'range' });
    await expect(store.get('range', { start: 5, end: 2 })).rejects.toThrow(RangeError);
    await expect(store.get('range', { start: -1 })).rejects.toThrow(RangeError);
  });

  it('lets a reader go away in the middle', async () => {
    const store = context.open();
    await store.put('large', Buffer.alloc(4_000_000, 7), type);
    for (let round = 0; round < 20; round += 1) {
      const stored = await store.get('large');
      for await (const _ of stored?.body ?? []) break;
      stored?.body.destroy();
    }
    expect((await read(await store.get('large', { start: 3_999_999 }))).toString('hex')).toBe('07');
  });

  it('shows the old or the new object to readers while it is replaced, never a mixture', async () => {
    const store = context.open();
    const versions = [Buffer.alloc(300_000, 1), Buffer.alloc(300_000, 2)];
    await store.put('swap', versions[0] as Buffer, type);
    const writes = (async () => {
      for (let round = 0; round < 10; round += 1) {
        await store.put('swap', versions[round % 2] as Buffer, type);
      }
    })();
    const hashes = new Set<string>();
    for (let round = 0; round < 20; round += 1)
      hashes.add(sha256(await read(await store.get('swap'))));
    await writes;
    const known = versions.map((version) => sha256(version));
    expect([...hashes].filter((hash) => !known.includes(hash))).toEqual([]);
  });
}

function describeRemoving(context: ContractContext): void {
  it('deletes, also what is not there', async () => {
    const store = context.open();
    await store.put('gone', Buffer.from('x'), type);
    await store.delete('gone');
    await store.delete('gone');
    expect(await store.head('gone')).toBeUndefined();
  });

  it('purges what is older than an age below a prefix, and nothing else', async () => {
    const store = context.open();
    for (const key of ['purge/a/1', 'purge/a/2', 'purge/b', 'purger/c']) {
      await store.put(key, Buffer.from(key), type);
    }
    expect(await store.deleteOlderThan('purge/', 60_000)).toBe(0);
    // Times of S3 have whole seconds: wait until all four are surely older than none.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect(await store.deleteOlderThan('purge/', 0)).toBe(3);
    expect(await store.head('purge/a/1')).toBeUndefined();
    expect(await store.head('purger/c')).toMatchObject({ totalBytes: 8 });
    await store.put('purge/a/1', Buffer.from('new'), type);
    expect(await store.head('purge/a/1')).toMatchObject({ totalBytes: 3 });
    await expect(store.deleteOlderThan('purge', 0)).rejects.toThrow(RangeError);
  });
}
