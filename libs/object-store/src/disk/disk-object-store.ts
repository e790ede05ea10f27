import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MeasureStream } from '../measure-stream';
import { assertContentType, assertObjectKey, assertObjectPrefix } from '../object-key';
import type {
  ByteRange,
  ObjectBody,
  ObjectHead,
  ObjectPutOptions,
  ObjectStore,
  StoredObject,
} from '../object-store';
import { resolveRange } from '../resolve-range';
import { decodeHeader, encodeHeader, headerBytes } from './object-header';
import { purgeDirectory } from './purge-directory';

/** Not in the alphabet of keys: `a` and `a/b` may both exist, and no key meets a temporary file. */
const fileMark = '@';
const temporaryFolder = '.tmp';
/** Files being written are younger than this; older ones were left by a crash. */
const leftoverAgeMs = 24 * 60 * 60 * 1_000;
const placeAttempts = 5;

export class DiskObjectStore implements ObjectStore {
  readonly #directory: string;

  private constructor(directory: string) {
    this.#directory = directory;
  }

  static async open(directory: string): Promise<DiskObjectStore> {
    const temporary = join(directory, temporaryFolder);
    await mkdir(temporary, { recursive: true, mode: 0o700 });
    for (const name of await readdir(temporary)) {
      const path = join(temporary, name);
      const found = await stat(path).catch(() => undefined);
      if (found && Date.now() - found.mtimeMs > leftoverAgeMs) await rm(path, { force: true });
    }
    return new DiskObjectStore(directory);
  }

  async put(key: string, body: ObjectBody, options: ObjectPutOptions): Promise<ObjectHead> {
    assertObjectKey(key);
    assertContentType(options.contentType);
    const temporary = join(this.#directory, temporaryFolder, randomUUID());
    try {
      const totalBytes = await writeWhole(temporary, body, options);
      await this.#place(temporary, this.#path(key));
      return { totalBytes, contentType: options.contentType, modifiedAt: new Date() };
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  async get(key: string, range?: ByteRange): Promise<StoredObject | undefined> {
    const opened = await this.#open(key);
    if (!opened) return undefined;
    const { file, head } = opened;
    try {
      const { start, bytes } = resolveRange(range, head.totalBytes);
      if (bytes === 0) {
        await file.close();
        return { ...head, bytes, body: Readable.from([]) };
      }
      const body = file.createReadStream({
        start: headerBytes + start,
        end: headerBytes + start + bytes - 1,
      });
      return { ...head, bytes, body };
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  async head(key: string): Promise<ObjectHead | undefined> {
    const opened = await this.#open(key);
    await opened?.file.close();
    return opened?.head;
  }

  async delete(key: string): Promise<void> {
    assertObjectKey(key);
    await rm(this.#path(key), { force: true });
  }

  async deleteOlderThan(prefix: string, ageMs: number): Promise<number> {
    assertObjectPrefix(prefix);
    return purgeDirectory(join(this.#directory, prefix), Date.now() - ageMs);
  }

  async close(): Promise<void> {}

  #path(key: string): string {
    return join(this.#directory, key) + fileMark;
  }

  async #open(key: string): Promise<{ file: FileHandle; head: ObjectHead } | undefined> {
    assertObjectKey(key);
    const file = await open(this.#path(key), 'r').catch(passMissing);
    if (!file) return undefined;
    const header = Buffer.alloc(headerBytes);
    const [{ bytesRead }, status] = await Promise.all([
      file.read(header, 0, headerBytes, 0),
      file.stat(),
    ]);
    const contentType = decodeHeader(header.subarray(0, bytesRead));
    if (contentType === undefined) {
      await file.close();
      return undefined;
    }
    const totalBytes = status.size - headerBytes;
    return { file, head: { totalBytes, contentType, modifiedAt: status.mtime } };
  }

  /** A purge may take the empty folder away between the two steps: then it is made once more. */
  async #place(temporary: string, path: string): Promise<void> {
    const folder = dirname(path);
    for (let attempt = 1; ; attempt += 1) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      try {
        await rename(temporary, path);
        await syncFolder(folder);
        return;
      } catch (error) {
        if (attempt >= placeAttempts || !isMissing(error)) throw error;
      }
    }
  }
}

async function writeWhole(
  path: string,
  body: ObjectBody,
  options: ObjectPutOptions,
): Promise<number> {
  const measure = new MeasureStream(options);
  const source = Buffer.isBuffer(body) ? Readable.from([body]) : body;
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  target.write(encodeHeader(options.contentType));
  await pipeline(source, measure, target);
  return measure.bytes;
}

/** Without it a power cut may forget the new name. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isMissing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

function passMissing(error: unknown): undefined {
  if (isMissing(error)) return undefined;
  throw error;
}
