import * as ts from 'typescript';
import { findBannedNames } from './find-banned-names';
import { findLongFunctions } from './find-long-functions';
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

  it('want one title at the top of a page', () => {
    expect(findTitleFault('# A\n\n```sh\n# a comment\n```\n')).toBeUndefined();
    expect(findTitleFault('# A\n# B\n')).toBe('has 2 titles');
    expect(findTitleFault('text\n# A\n')).toBe('does not begin with its title');
  });
});
