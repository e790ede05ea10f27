/** A page has one title, and it is its first line. */
export function findTitleFault(text: string): string | undefined {
  const outsideCode = text.replaceAll(/^(```|~~~)[\s\S]*?^\1/gm, '');
  const titles = outsideCode.split('\n').filter((line) => /^# /.test(line));
  if (titles.length !== 1) return `has ${titles.length} titles`;
  return text.startsWith('# ') ? undefined : 'does not begin with its title';
}
