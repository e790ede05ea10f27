import type { ContentRule } from './content-rule';
import { findRuleFault } from './rule-pattern';

const rule: Omit<ContentRule, 'id'> = {
  kind: 'regex',
  template: null,
  pattern: 'a+b',
  flags: 'i',
  keywords: [],
  action: 'block',
  applyTo: ['user'],
  teamIds: [],
  isShadow: false,
};

describe('a rule', () => {
  it.each<[string, Partial<ContentRule>]>([
    ['a pattern with a look-ahead', { pattern: 'a(?=b)' }],
    ['a pattern with a backreference', { pattern: '(a)\\1' }],
    ['a pattern that is not closed', { pattern: '(a' }],
    ['a pattern that closes what it did not open', { pattern: 'a)(b' }],
    ['a pattern that is too long', { pattern: 'a'.repeat(501) }],
    ['a pattern that repeats too often', { pattern: '((a{100}){100}){100}' }],
    ['a pattern that matches nothing at all', { pattern: 'a*' }],
    ['no pattern', { pattern: null }],
    ['unknown flags', { flags: 'g' }],
    ['the same flag twice', { flags: 'ii' }],
    ['no keywords', { kind: 'keyword' }],
    ['an invisible keyword', { kind: 'keyword', keywords: ['\u200b'] }],
    ['a keyword that is too long', { kind: 'keyword', keywords: ['a'.repeat(101)] }],
    ['too many keywords', { kind: 'keyword', keywords: Array.from({ length: 201 }, String) }],
    ['no template', { kind: 'template' }],
  ])('is refused for %s', (_name, change) => {
    expect(findRuleFault({ ...rule, ...change })).toEqual(expect.any(String));
  });

  it('is taken otherwise', () => {
    expect(findRuleFault(rule)).toBeUndefined();
    expect(findRuleFault({ ...rule, kind: 'keyword', keywords: ['a b'] })).toBeUndefined();
    expect(findRuleFault({ ...rule, kind: 'template', template: 'email' })).toBeUndefined();
  });
});
