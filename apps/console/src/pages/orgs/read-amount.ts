/** An amount as a form has it: empty means that there is no limit. */
export function readAmount(text: string): number | null {
  return text === '' ? null : Number(text);
}
