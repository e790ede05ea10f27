import { readFileSync } from 'node:fs';

/** The code blocks of a Markdown page in one language, in their order. */
export function readBlocks(page: string, language: string): readonly string[] {
  const text = readFileSync(page, 'utf8');
  const fences = text.matchAll(/^```(\w+)\n(.*?)^```$/gms);
  return [...fences].filter(([, name]) => name === language).map(([, , code = '']) => code);
}
