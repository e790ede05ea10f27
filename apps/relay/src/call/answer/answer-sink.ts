import type { Response } from 'express';

/** What a call needs of the response that it answers: that of a client, or one that is recorded. */
export interface AnswerSink extends Pick<Response, 'locals'> {
  readonly headersSent: boolean;
  readonly destroyed: boolean;
  setHeader(name: string, value: string): unknown;
  removeHeader(name: string): void;
  writeHead(status: number, headers: Readonly<Record<string, string | number>>): unknown;
  flushHeaders(): void;
  /** False: the client does not keep up, and `drain` or `close` follows. */
  write(chunk: string | Buffer, encoding?: BufferEncoding): boolean;
  end(chunk: string | Buffer): unknown;
  destroy(): unknown;
  once(event: 'close' | 'drain', listener: () => void): this;
  off(event: 'close' | 'drain', listener: () => void): this;
}
