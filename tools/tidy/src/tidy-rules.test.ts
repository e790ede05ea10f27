import * as ts from 'typescript';
import { findBannedNames } from './find-banned-names';
import { findLongFunctions } from './find-long-functions';
import { findRiddles } from './find-riddles';
import { findTextFaults } from './find-text-faults';
import { findTitleFault } from './find-title-fault';

function parse(text: string): ts.SourceFile {
  return ts.createSourceFile('x.ts', text, ts.ScriptTarget.Latest, true);
}

describe('the rules of tidy', () => {
  it('see a function that is too long and let a shorter one pass', () => {
    const source = parse(
      `function short() {\n}\nconst long = () => {\n${'  f();\n'.repeat(5)}};\n`,
    );
    expect(findLongFunctions(source, 5)).toEqual([{ name: 'a function', line: 3, lines: 7 }]);
    expect(findLongFunctions(source, 7)).toEqual([]);
  });

  it('see shortened names where they are declared, not where they are used', () => {
    const source = parse('const { err, res: response } = call((req) => other.msg);');
    expect(findBannedNames(source)).toEqual(['1: err → error', '1: req → request']);
  });

  it.each([
    ['an unfinished place', `// ${'TO'}DO later`],
    ['a switched-off rule', `// ${'eslint'}-disable-next-line`],
    ['an exclusive test', `${'it'}.only('x', () => {});`],
    ['a path of one machine', `const a = '/${'home'}/someone/a';`],
    ['a registry', `"https://${'registry'}.npmjs.org/a"`],
  ])('see %s', (_what, line) => {
    expect(findTextFaults('a.ts', `first\n${line}`)).toEqual([expect.stringContaining('a.ts:2')]);
  });

  it.each([
    ['a comment', 'a.ts', '/** What nobody knows. */'],
    ['a comment behind code', 'a.ts', 'run(); // whoever waits'],
    ['the title of a test', 'a.ts', "it('is told so', () => {"],
    ['a title after a table', 'a.ts', "])('hears of %s', (name) => {"],
    ['a case of a table in a test', 'a.test.ts', "  ['a size that is none', 7],"],
    ['a line of a page', 'a.md', 'Clients come again.'],
  ])('see a riddle in %s', (_where, file, line) => {
    expect(findRiddles(file, `first\n${line}`)).toEqual([expect.stringContaining(`${file}:2`)]);
  });

  it.each([
    ['code', 'a.ts', "const model = 'nobody/nothing';"],
    ['a list of texts outside of tests', 'a.ts', "  'Somebody asked for a new password',"],
    ['code spans of a page', 'a.md', 'The field `ways` is public.'],
    ['plain words', 'a.ts', '// There is none, and it is none of them.'],
  ])('see no riddle in %s', (_where, file, line) => {
    expect(findRiddles(file, line)).toEqual([]);
  });

  it('want one title at the top of a page', () => {
    expect(findTitleFault('# A\n\n```sh\n# a comment\n```\n')).toBeUndefined();
    expect(findTitleFault('# A\n# B\n')).toBe('has 2 titles');
    expect(findTitleFault('text\n# A\n')).toBe('does not begin with its title');
  });
});
