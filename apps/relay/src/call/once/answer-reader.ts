import type { Response } from 'express';
import type { AppError } from '@tollgate/errors';
import type { SecretBox } from '@tollgate/secret-box';
import { waitForDrain } from '../answer/wait-for-drain';
import { AnswerParts, type AnswerHead } from './answer-parts';
import type { KeyedCall } from './call-keys';

/** Counts of the moment of the first call: they are wrong later. */
const countHeaders = /^x-ratelimit-/i;

/** Sends the kept parts of an answer to a client. */
export class AnswerReader {
  readonly ulid: string;
  readonly #response: Response;
  readonly #parts: AnswerParts;
  #next = 0;

  constructor(owner: Pick<KeyedCall, 'id' | 'ulid'>, response: Response, secrets: SecretBox) {
    this.ulid = owner.ulid;
    this.#response = response;
    this.#parts = new AnswerParts(secrets, owner);
  }

  /** The index of the part that comes next. */
  get next(): number {
    return this.#next;
  }

  openError(error: string): AppError {
    return this.#parts.openError(error);
  }

  async send(parts: readonly string[]): Promise<void> {
    for (const part of parts) {
      if (this.#next === 0) this.#sendHead(this.#parts.openHead(part));
      else await this.#write(this.#parts.open(part, this.#next));
      this.#next += 1;
    }
  }

  #sendHead({ headers, status }: AnswerHead): void {
    const own = Object.entries(headers).filter(([name]) => !countHeaders.test(name));
    this.#response.writeHead(status, {
      ...Object.fromEntries(own),
      'idempotent-replayed': 'true',
    });
    this.#response.flushHeaders();
  }

  async #write(bytes: Buffer): Promise<void> {
    const response = this.#response;
    if (response.destroyed || response.write(bytes)) return;
    await waitForDrain(response);
  }
}
