import { testFiles } from './tracked-files';

/** Words that make a reader ask "meaning?", and what to write instead. */
const betterWords: readonly { readonly pattern: RegExp; readonly better: string }[] = [
  { pattern: /\bnobody\b/i, better: 'name the subject: no caller, no process, no other member' },
  { pattern: /\bwhom?ever\b/i, better: 'name the subject: the caller, the process that …' },
  { pattern: /\b(?:some|any)body\b/i, better: 'name the subject: a user, a caller, any client' },
  { pattern: /\btold\b/i, better: 'sent, reported, shown, recorded, announced' },
  { pattern: /\b(?:hears?|heard)\b/i, better: 'receives, received, is notified' },
  { pattern: /\bways\b/i, better: 'candidates, provider routes, kinds' },
  {
    pattern: /(?<!there )\b(?:is|are) none\b(?! of)/i,
    better: 'say what it is instead: malformed, unknown, empty',
  },
  { pattern: /\bcomes? again\b/i, better: 'retry' },
  { pattern: /\bfores(?:ee|aw|een|ight)\w*/i, better: 'estimate' },
  { pattern: /\bas ever\b/i, better: 'unchanged, as before' },
];

const comment = /^\s*(?:\/\/|\/\*|\*|#)|\s\/\/ /;
const title = /\b(?:it|describe|test)(?:\.\w+)*\(\s*['"`]|^\s*\]\)\(\s*['"`]/;
/** A title on a line of its own, or the name of a case in a table of tests. */
const ownLine = /^\s*\[?['"`][^'"`]+['"`],/;
const quoted = /(['"`])(?:\\.|(?!\1).)*\1/;

/** Comments, titles of tests and lines of pages with a word that has a plainer one. */
export function findRiddles(file: string, text: string): string[] {
  const isPage = file.endsWith('.md');
  return text.split('\n').flatMap((line, index) => {
    const prose = isPage ? line.replaceAll(/`[^`]*`/g, '') : readProse(file, line);
    return betterWords
      .filter(({ pattern }) => pattern.test(prose))
      .map(({ better }) => `${file}:${index + 1}: ${line.trim()} (${better})`);
  });
}

/** The part of a line of code that is read as text; '' when there is no such part. */
function readProse(file: string, line: string): string {
  if (comment.test(line)) return line.replace(/^.*?(?=\/\/|\/\*|\*|#)/, '');
  const isTitle = title.test(line) || (testFiles.test(file) && ownLine.test(line));
  return isTitle ? (quoted.exec(line)?.[0] ?? '') : '';
}
