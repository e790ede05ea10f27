import { isIP } from 'node:net';

/** Luhn's sum, as every card number has it. */
export function isCardNumber(text: string): boolean {
  const digits = onlyDigits(text);
  if (digits.length < 13 || digits.length > 19 || /^(\d)\1*$/.test(digits)) return false;
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** ISO 7064, mod 97-10. */
export function isIban(text: string): boolean {
  const compact = text.replaceAll(' ', '').toUpperCase();
  if (compact.length < 15 || compact.length > 34) return false;
  let rest = 0;
  for (const character of compact.slice(4) + compact.slice(0, 4)) {
    const value = parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

/** Numbers with areas, groups or serials that were never issued are not valid. */
export function isSocialSecurityNumber(text: string): boolean {
  const [area = '', group, serial] = text.split('-');
  const isArea = area !== '000' && area !== '666' && !area.startsWith('9');
  return isArea && group !== '00' && serial !== '0000';
}

export function isPhoneNumber(text: string): boolean {
  const { length } = onlyDigits(text);
  return length >= 7 && length <= 15;
}

export function isAddress(text: string): boolean {
  return isIP(text) !== 0 && text !== '::';
}

function onlyDigits(text: string): string {
  return text.replace(/\D/g, '');
}
