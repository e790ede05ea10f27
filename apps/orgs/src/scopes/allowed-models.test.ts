import { allowedModelPattern, findInherited, intersectLayers } from './allowed-models';
import type { ScopeKind } from './layer';

function layer(kind: ScopeKind, ...allowedModels: readonly string[]) {
  return { scope: { kind }, allowedModels };
}

describe('the models that several layers allow together', () => {
  it.each([
    ['all of them when no layer says anything', [[], [], []], undefined],
    ['those of the only restricting layer', [[], ['openai/*'], []], ['openai/*']],
    ['the narrower of two patterns', [['openai/gpt-4o'], ['openai/*']], ['openai/gpt-4o']],
    [
      'whatever is in every list',
      [
        ['a/x', 'b/*'],
        ['b/y', 'a/x', 'c/z'],
      ],
      ['a/x', 'b/y'],
    ],
    ['none when two lists have nothing in common', [['a/*'], ['b/*']], []],
    ['what three layers leave', [['a/x', 'a/y'], ['a/*'], ['a/y', 'b/*']], ['a/y']],
  ])('are %s', (_case, lists, expected) => {
    const found = intersectLayers(lists.map((list) => layer('org', ...list)));
    expect(found?.toSorted()).toEqual(expected?.toSorted());
  });

  it('are inherited from the nearest restricting layer above', () => {
    const org = layer('org', 'a/*');
    expect(findInherited([layer('member'), layer('team'), org])).toBe('org');
    expect(findInherited([layer('member'), layer('team', 'a/x'), org])).toBe('team');
    expect(findInherited([layer('member', 'a/x'), org])).toBeNull();
    expect(findInherited([layer('team'), layer('org')])).toBeNull();
  });

  it.each(['openai/*', 'openai/gpt-4o', 'meta/llama/3', 'x.ai/grok_2'])(
    '%p is a pattern',
    (text) => {
      expect(text).toMatch(allowedModelPattern);
    },
  );

  it.each([
    '*',
    '*/*',
    'openai',
    'OpenAI/gpt',
    'openai/',
    'openai/gpt*',
    'openai/gpt:free',
    ' a/b',
  ])('%p is no pattern', (text) => {
    expect(text).not.toMatch(allowedModelPattern);
  });
});
