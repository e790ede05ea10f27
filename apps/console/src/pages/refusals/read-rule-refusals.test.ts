import type { Refusal } from './judge-now';
import { readRuleRefusals, type RefusalCursor } from './read-rule-refusals';

const refusal = (ruleId: string) => ({ requestId: `req_${ruleId}`, ruleId }) as Refusal;

/** Pages by number; the cursor is the number of the next one. */
function serve(pages: readonly (readonly Refusal[])[]) {
  const asked: (string | undefined)[] = [];
  const readPage = ({ cursor }: RefusalCursor) => {
    asked.push(cursor);
    const index = Number(cursor ?? 0);
    const nextCursor = index + 1 < pages.length ? String(index + 1) : null;
    return Promise.resolve({ items: [...(pages[index] ?? [])], nextCursor });
  };
  return { asked, readPage };
}

describe('the refusals of a rule', () => {
  it('are found behind pages of other rules', async () => {
    const { asked, readPage } = serve([[refusal('b')], [refusal('b'), refusal('a')], []]);
    const found = await readRuleRefusals(readPage, 'a', {});
    expect(found).toEqual({ items: [refusal('a')], nextCursor: '2' });
    expect(asked).toEqual([undefined, '1']);
  });

  it('are an empty page when no page has one', async () => {
    const { readPage } = serve([[refusal('b')], []]);
    expect(await readRuleRefusals(readPage, 'a', {})).toEqual({ items: [], nextCursor: null });
  });

  it('are searched on from where a search ended after five pages', async () => {
    const { asked, readPage } = serve(Array.from({ length: 9 }, () => [refusal('b')]));
    const { items, nextCursor } = await readRuleRefusals(readPage, 'a', {});
    expect([asked.length, items, nextCursor]).toEqual([5, [], '5']);
  });
});
