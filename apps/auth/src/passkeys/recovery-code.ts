import { randomInt } from 'node:crypto';

export const recoveryCodeCount = 10;

// Without letters that look like digits.
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz';
const groupCount = 4;
const groupCharacters = 4;

/** 79 random bits in four groups: enough that the hash needs no salt and no slow function. */
export function makeRecoveryCode(): string {
  const groups = Array.from({ length: groupCount }, () =>
    Array.from({ length: groupCharacters }, pickCharacter).join(''),
  );
  return groups.join('-');
}

/** As it is hashed: people type codes with capitals, spaces or without dashes. */
export function normalizeRecoveryCode(text: string): string {
  return text.toLowerCase().replaceAll(/[\s-]/g, '');
}

function pickCharacter(): string {
  return alphabet.charAt(randomInt(alphabet.length));
}
