import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
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

  /**
   * A box for many short-lived rows of one owner: a key of its own keeps the number of random
   * nonces per key small. Opens what the derived box of any key of this one has sealed.
   */
  derive(purpose: string): SecretBox {
    const keys = [this.#current, ...this.#others].map((key) =>
      Buffer.from(hkdfSync('sha256', key, '', purpose, keyBytes)).toString('hex'),
    );
    return new SecretBox(keys.join(','));
  }

  seal(text: string, rowId: string): Buffer {
    return this.sealBytes(Buffer.from(text), rowId);
  }

  sealBytes(plain: Buffer, rowId: string): Buffer {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv(algorithm, this.#current, iv).setAAD(Buffer.from(rowId));
    const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
  }

  open(bytes: Buffer, rowId: string): string {
    return this.openBytes(bytes, rowId).toString('utf8');
  }

  openBytes(bytes: Buffer, rowId: string): Buffer {
    for (const key of this.#others) {
      const plain = tryOpen(key, bytes, rowId);
      if (plain !== undefined) return plain;
    }
    return openWith(this.#current, bytes, rowId);
  }

  /** The same, sealed with the current key; undefined when it is already. */
  reseal(bytes: Buffer, rowId: string): Buffer | undefined {
    if (tryOpen(this.#current, bytes, rowId) !== undefined) return undefined;
    return this.sealBytes(this.openBytes(bytes, rowId), rowId);
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

function tryOpen(key: Buffer, bytes: Buffer, rowId: string): Buffer | undefined {
  try {
    return openWith(key, bytes, rowId);
  } catch {
    return undefined;
  }
}

function openWith(key: Buffer, bytes: Buffer, rowId: string): Buffer {
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes));
  decipher.setAAD(Buffer.from(rowId)).setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]);
}

/** Enough to recognise a key, too little to use it. */
export function maskKey(key: string): string {
  if (key === '') return 'none';
  const shown = nameCredentials(key);
  return shown.length < 12 ? '***' : `${shown.slice(0, 3)}...${shown.slice(-4)}`;
}
