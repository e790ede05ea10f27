import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { fromErrorDetail, toErrorDetail, type AppError, type ErrorDetail } from '@tollgate/errors';
import type { SecretBox } from '@tollgate/secret-box';
import type { KeyedCall } from './call-keys';

/** The status and the headers of an answer; its first part. */
export interface AnswerHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
}

/** Far more than one part is ever made of: a guard against a stored bomb. */
const partBytesMax = 64 * 1024 * 1024;

/** Not the place of any part. */
const errorIndex = -1;

type Owner = Pick<KeyedCall, 'id' | 'ulid'>;

/** Compresses and encrypts the parts of one answer; each opens only at its own place. */
export class AnswerParts {
  readonly #box: SecretBox;
  readonly #owner: Owner;

  constructor(secrets: SecretBox, owner: Owner) {
    this.#box = secrets.derive(`idempotent answer ${owner.ulid}`);
    this.#owner = owner;
  }

  seal(bytes: Buffer, index: number): string {
    return this.#box.sealBytes(deflateRawSync(bytes), this.#rowId(index)).toString('base64');
  }

  open(part: string, index: number): Buffer {
    const bytes = this.#box.openBytes(Buffer.from(part, 'base64'), this.#rowId(index));
    return inflateRawSync(bytes, { maxOutputLength: partBytesMax });
  }

  sealHead(head: AnswerHead): string {
    return this.seal(Buffer.from(JSON.stringify(head)), 0);
  }

  openHead(part: string): AnswerHead {
    return JSON.parse(this.open(part, 0).toString()) as AnswerHead;
  }

  sealError(error: AppError): string {
    return this.seal(Buffer.from(JSON.stringify(toErrorDetail(error))), errorIndex);
  }

  openError(text: string): AppError {
    return fromErrorDetail(JSON.parse(this.open(text, errorIndex).toString()) as ErrorDetail);
  }

  #rowId(index: number): string {
    return `${this.#owner.id} ${this.#owner.ulid} ${index}`;
  }
}
