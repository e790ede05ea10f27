const emailCharactersMax = 254;
/** Whitespace and control characters would let a mail header be forged; one @ only. */
const emailPattern =
  /^[^\s@<>(),;:"\\[\]\p{Cc}\p{Cf}]+@[^\s@<>(),;:"\\[\]\p{Cc}\p{Cf}]+\.[^\s@<>(),;:"\\[\]\p{Cc}\p{Cf}]+$/u;

/** The spelling that accounts are found by, or undefined when it is no mail address. */
export function normalizeEmail(text: string): string | undefined {
  const email = text.trim().normalize('NFC').toLowerCase();
  return email.length <= emailCharactersMax && emailPattern.test(email) ? email : undefined;
}
