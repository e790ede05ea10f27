import { stripCodeBlocks } from './list-code-spans';

/** A page has one title, and it is its first line. */
export function findTitleFault(text: string): string | undefined {
  const titles = stripCodeBlocks(text)
    .split('\n')
    .filter((line) => /^# /.test(line));
  if (titles.length !== 1) return `has ${titles.length} titles`;
  return text.startsWith('# ') ? undefined : 'does not begin with its title';
}
