import type { Readable } from 'node:stream';

export interface ReceivedFile {
  readonly fieldName: string;
  /** As the client wrote it, without folders; never a path of ours. */
  readonly fileName: string;
  /** As the client claims. */
  readonly contentType: string;
  readonly bytes: number;
  /** From the first byte, as often as needed until the form is disposed of. */
  open(): Readable;
  read(): Promise<Buffer>;
}

export interface ReceivedForm {
  /** Every value that came under a name, in order. A Map: no name reaches a prototype. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
  readonly files: readonly ReceivedFile[];
  /** Must be called on every path; calling it twice is fine. */
  dispose(): Promise<void>;
}
