const codeSpan = /`([^`\n]+)`/g;
const codeBlock = /^(```|~~~)[\s\S]*?^\1/gm;

/** A page without its blocks of code. */
export function stripCodeBlocks(text: string): string {
  return text.replaceAll(codeBlock, '');
}

/** What stands between backticks in the sentences of a page. */
export function listCodeSpans(text: string): string[] {
  return [...stripCodeBlocks(text).matchAll(codeSpan)].map(([, span = '']) => span);
}
