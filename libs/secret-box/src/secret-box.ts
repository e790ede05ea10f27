import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const keyBytes = 32;
const ivBytes = 12;
const tagBytes = 16;
const algorithm = 'aes-256-gcm';

/** Encrypts what is stored; each ciphertext opens only for the row it was made for. */
export class SecretBox {
  readonly #key: Buffer;

  constructor(hexKey: string) {
    const key = Buffer.from(hexKey, 'hex');
    if (key.length !== keyBytes || hexKey.length !== 2 * keyBytes)
      throw new RangeError('an AES-256 key has 64 hexadecimal characters');
    this.#key = key;
  }

  seal(text: string, rowId: string): Buffer {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv(algorithm, this.#key, iv).setAAD(Buffer.from(rowId));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
  }

  open(bytes: Buffer, rowId: string): string {
    const decipher = createDecipheriv(algorithm, this.#key, bytes.subarray(0, ivBytes));
    decipher.setAAD(Buffer.from(rowId)).setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
    return (
      decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') +
      decipher.final('utf8')
    );
  }
}

/** Enough to recognise a key, too little to use it. */
export function maskKey(key: string): string {
  return key.length < 12 ? '***' : `${key.slice(0, 3)}...${key.slice(-4)}`;
}
