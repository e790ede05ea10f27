import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { nameCredentials } from '@tollgate/cloud-auth';

const keyBytes = 32;
const ivBytes = 12;
const tagBytes = 16;
const algorithm = 'aes-256-gcm';

/**
 * Encrypts what is stored; each ciphertext opens only for the row it was made for. Of several keys,
 * separated by commas, the first one seals and all of them open.
 */
export class SecretBox {
  readonly #current: Buffer;
  readonly #others: readonly Buffer[];

  constructor(hexKeys: string) {
    const [current, ...others] = listHexKeys(hexKeys).map((hex) => Buffer.from(hex, 'hex'));
    if (current === undefined) throw new RangeError(keyForm);
    this.#current = current;
    this.#others = others;
  }

  seal(text: string, rowId: string): Buffer {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv(algorithm, this.#current, iv).setAAD(Buffer.from(rowId));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
  }

  open(bytes: Buffer, rowId: string): string {
    for (const key of this.#others) {
      const text = tryOpen(key, bytes, rowId);
      if (text !== undefined) return text;
    }
    return openWith(this.#current, bytes, rowId);
  }

  /** The same, sealed with the current key; undefined when it is already. */
  reseal(bytes: Buffer, rowId: string): Buffer | undefined {
    if (tryOpen(this.#current, bytes, rowId) !== undefined) return undefined;
    return this.seal(this.open(bytes, rowId), rowId);
  }
}

const keyForm = 'an AES-256 key has 64 hexadecimal characters';

/** The keys of a setting, the current one first. */
export function listHexKeys(text: string): readonly string[] {
  const keys = text.split(',').map((key) => key.trim());
  const isKey = (key: string): boolean => Buffer.from(key, 'hex').length === keyBytes;
  if (!keys.every((key) => key.length === 2 * keyBytes && isKey(key)))
    throw new RangeError(keyForm);
  return keys;
}

function tryOpen(key: Buffer, bytes: Buffer, rowId: string): string | undefined {
  try {
    return openWith(key, bytes, rowId);
  } catch {
    return undefined;
  }
}

function openWith(key: Buffer, bytes: Buffer, rowId: string): string {
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes));
  decipher.setAAD(Buffer.from(rowId)).setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  return (
    decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
  );
}

/** Enough to recognise a key, too little to use it. */
export function maskKey(key: string): string {
  if (key === '') return 'none';
  const shown = nameCredentials(key);
  return shown.length < 12 ? '***' : `${shown.slice(0, 3)}...${shown.slice(-4)}`;
}
