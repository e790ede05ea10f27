import {
  closeSync,
  existsSync,
  fdatasync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
  unlinkSync,
  writevSync,
} from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';

/** Everything the spool does to the disk, so that a test can make the disk fail. */
export interface SpoolFiles {
  open(path: string, flags: 'a+' | 'r'): number;
  close(fd: number): void;
  append(fd: number, frames: readonly Buffer[]): void;
  /** In a thread: the disk may take long, and the event loop serves calls meanwhile. */
  syncData(fd: number): Promise<void>;
  truncate(fd: number, length: number): void;
  read(fd: number, bytes: Buffer, position: number): number;
  size(path: string): number;
  /** When it was last written, in ms since 1970. */
  modifiedMs(path: string): number;
  list(directory: string): string[];
  readText(path: string): string | undefined;
  /** Whole file or nothing. `durable` survives a power cut, too, not only the process. */
  replaceText(
    directory: string,
    name: string,
    text: string,
    survive: 'process' | 'durable',
  ): Promise<void>;
  unlink(path: string): void;
  makeDirectory(path: string): void;
}

function syncData(fd: number): Promise<void> {
  return new Promise((resolve, reject) =>
    fdatasync(fd, (error) => (error ? reject(error) : resolve())),
  );
}

function syncDirectory(directory: string): void {
  const fd = openSync(directory, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

async function syncDirectoryLater(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export const diskFiles: SpoolFiles = {
  open: (path, flags) => {
    const isNew = flags === 'a+' && !existsSync(path);
    const fd = openSync(path, flags, 0o600);
    // The name of a new segment must survive a power cut as well as its content.
    if (isNew) syncDirectory(join(path, '..'));
    return fd;
  },
  close: closeSync,
  append: (fd, frames) => {
    const total = frames.reduce((sum, frame) => sum + frame.length, 0);
    let written = writevSync(fd, frames);
    if (written === total) return;
    let rest = Buffer.concat(frames).subarray(written);
    while (rest.length > 0) {
      written = writevSync(fd, [rest]);
      if (written === 0) throw new Error('the disk took no more bytes');
      rest = rest.subarray(written);
    }
  },
  syncData,
  truncate: ftruncateSync,
  read: (fd, bytes, position) => readSync(fd, bytes, 0, bytes.length, position),
  size: (path) => statSync(path).size,
  modifiedMs: (path) => statSync(path).mtimeMs,
  list: (directory) => readdirSync(directory),
  readText: (path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined),
  replaceText: async (directory, name, text, survive) => {
    const temporary = join(directory, `${name}.tmp`);
    const file = await open(temporary, 'w', 0o600);
    try {
      await file.writeFile(text);
      if (survive === 'durable') await file.datasync();
    } finally {
      await file.close();
    }
    await rename(temporary, join(directory, name));
    if (survive === 'durable') await syncDirectoryLater(directory);
  },
  unlink: unlinkSync,
  makeDirectory: (path) => void mkdirSync(path, { recursive: true, mode: 0o700 }),
};
