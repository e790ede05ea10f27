import { basename } from 'node:path';
import type { SpoolFiles } from '@tollgate/spool';
import type { Chance } from './chance';
import { sleep, type Life } from './network';

interface File {
  bytes: Buffer;
  /** So much of it survives a power cut. */
  durable: number;
  /** What it was before a rename that was not synced. */
  previous?: Buffer | undefined;
}

export interface DiskFaults {
  /** How often a write finds the disk full, or a sync fails. */
  rate: number;
}

/** A relay's disk: what a killed process wrote stays, what was not synced dies with the power. */
export class SimulatedDisk {
  readonly #chance: Chance;
  readonly #files = new Map<string, File>();
  readonly faults: DiskFaults = { rate: 0 };

  constructor(chance: Chance) {
    this.#chance = chance;
  }

  /** Of what was not synced an arbitrary beginning may have reached the disk all the same. */
  cutPower(): void {
    for (const file of this.#files.values()) {
      // A rename without a sync shows the old file or the new one, never a mixture.
      if (file.previous && this.#chance.is(0.5)) file.bytes = file.previous;
      if (file.previous) file.durable = file.bytes.length;
      file.previous = undefined;
      const kept = this.#chance.between(file.durable, file.bytes.length);
      file.bytes = file.bytes.subarray(0, kept);
      file.durable = kept;
    }
  }

  /** The files as one life of the relay sees them. */
  openFor(life: Life): SpoolFiles {
    const paths = new Map<number, string>();
    let lastFd = 0;
    // A process that is gone does nothing any more, though its code may still be running here.
    const live = (): void => {
      if (life.isOver) throw new Error('the process is gone');
    };
    const find = (fd: number): File => this.#find(paths.get(fd) ?? '');
    const sync = (fd: number): void => {
      live();
      this.#fail('EIO');
      const file = find(fd);
      file.durable = file.bytes.length;
    };
    return {
      open: (path) => {
        live();
        lastFd += 1;
        paths.set(lastFd, path);
        if (!this.#files.has(path)) this.#files.set(path, { bytes: Buffer.alloc(0), durable: 0 });
        return lastFd;
      },
      close: (fd) => void paths.delete(fd),
      append: (fd, frames) => {
        live();
        this.#append(find(fd), Buffer.concat(frames));
      },
      syncData: async (fd) => {
        await sleep(this.#chance.between(0, 3));
        if (life.isOver) await new Promise(() => undefined);
        sync(fd);
      },
      truncate: (fd, length) => {
        live();
        const file = find(fd);
        file.bytes = file.bytes.subarray(0, length);
        file.durable = Math.min(file.durable, length);
      },
      read: (fd, bytes, position) => find(fd).bytes.subarray(position).copy(bytes),
      size: (path) => this.#find(path).bytes.length,
      modifiedMs: () => 0,
      list: () => [...this.#files.keys()].map((path) => basename(path)),
      readText: (path) => this.#files.get(path)?.bytes.toString(),
      replaceText: async (directory, name, text, survive) => {
        await sleep(1);
        if (life.isOver) return;
        const path = `${directory}/${name}`;
        const bytes = Buffer.from(text);
        const before = this.#files.get(path);
        const previous = survive === 'process' ? (before?.previous ?? before?.bytes) : undefined;
        this.#files.set(path, { bytes, durable: bytes.length, previous });
      },
      unlink: (path) => (live(), void this.#files.delete(path)),
      makeDirectory: () => undefined,
    };
  }

  #append(file: File, bytes: Buffer): void {
    if (this.#chance.is(this.faults.rate)) {
      file.bytes = Buffer.concat([file.bytes, bytes.subarray(0, bytes.length >> 1)]);
      throw new Error('ENOSPC');
    }
    file.bytes = Buffer.concat([file.bytes, bytes]);
  }

  #find(path: string): File {
    const file = this.#files.get(path);
    if (!file) throw new Error(`ENOENT ${path}`);
    return file;
  }

  #fail(code: string): void {
    if (this.#chance.is(this.faults.rate)) throw new Error(code);
  }
}
