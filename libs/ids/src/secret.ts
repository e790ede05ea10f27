import { hash, randomBytes } from 'node:crypto';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretCharacters = 43;
/** Bytes at or above this are discarded, so that every character is equally likely. */
const unbiasedByteMax = 248;

/** 43 base62 characters: 256 bits. */
export function makeSecretText(): string {
  let text = '';
  while (text.length < secretCharacters) {
    for (const byte of randomBytes(64)) {
      if (byte < unbiasedByteMax && text.length < secretCharacters) {
        text += base62.charAt(byte % base62.length);
      }
    }
  }
  return text;
}

/** Secrets of 256 random bits need no salt: this digest is what is stored and looked up. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex');
}
