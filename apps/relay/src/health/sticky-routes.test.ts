import { StickyRoutes, type StickyPrompt } from './sticky-routes';

const long = 'word '.repeat(400);

function prompt(changes: Partial<StickyPrompt> & { fields?: object } = {}): StickyPrompt {
  const { fields = {}, ...rest } = changes;
  const body = { model: 'm', messages: [{ role: 'user', content: long }], ...fields };
  return { keyId: 'key_1', modelId: 'acme/small', body, bodyText: JSON.stringify(body), ...rest };
}

const withText = (content: unknown): object => ({ messages: [{ role: 'user', content }] });
const marked = [{ type: 'text', text: 'short', cache_control: { type: 'ephemeral' } }];

describe('a prompt that a provider has in its cache', () => {
  it.each<[string, StickyPrompt, StickyPrompt, boolean]>([
    ['the same prompt', prompt(), prompt(), true],
    ['one with the same beginning', prompt(), prompt({ fields: withText(`${long} more`) }), true],
    ['another prompt', prompt(), prompt({ fields: withText(`other ${long}`) }), false],
    ['another key', prompt(), prompt({ keyId: 'key_2' }), false],
    ['another model', prompt(), prompt({ modelId: 'acme/big' }), false],
    [
      'a short prompt',
      prompt({ fields: withText('hi') }),
      prompt({ fields: withText('hi') }),
      false,
    ],
    [
      'a short one that is marked',
      prompt({ fields: withText(marked) }),
      prompt({ fields: withText(marked) }),
      true,
    ],
    [
      'prompts with one name for the cache',
      prompt({ fields: { ...withText('a'), prompt_cache_key: 'k' } }),
      prompt({ fields: { ...withText('b'), prompt_cache_key: 'k' } }),
      true,
    ],
  ])('uses the same route again: %s', (_what, first, second, isSame) => {
    const sticky = new StickyRoutes(() => 0);
    sticky.remember(first, 'r7');
    expect(sticky.find(second)).toBe(isSame ? 'r7' : undefined);
  });

  it('is forgotten after five minutes', () => {
    let nowMs = 0;
    const sticky = new StickyRoutes(() => nowMs);
    sticky.remember(prompt(), 'r7');
    nowMs = 299_999;
    expect(sticky.find(prompt())).toBe('r7');
    nowMs = 300_000;
    expect(sticky.find(prompt())).toBeUndefined();
  });

  it('is forgotten when too many others came after it', () => {
    const sticky = new StickyRoutes(() => 0);
    sticky.remember(prompt(), 'r7');
    for (let count = 0; count < 50_000; count++)
      sticky.remember(prompt({ fields: { prompt_cache_key: `k${count}` } }), 'r8');
    expect(sticky.find(prompt())).toBeUndefined();
  });
});
