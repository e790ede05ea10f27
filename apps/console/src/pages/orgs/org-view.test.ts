import { linkRuleRefusals } from './link-rule-refusals';
import { readOrgView } from './org-view';

describe('what a section of an organization shows', () => {
  it('is read from the address, without what it does not know', () => {
    const search = { month: '2026-11', sessions: 'expired', code: 'content_filter', other: 'x' };
    expect(readOrgView(search)).toEqual({
      month: '2026-11',
      sessions: 'expired',
      code: 'content_filter',
    });
    expect(readOrgView({ month: '2026-13', sessions: 'some', code: 'rate_limited' })).toEqual({});
  });

  it.each([
    ['email', 'content_filter'],
    ['prompt_injection', 'invalid_prompt'],
    [null, 'content_filter'],
  ])('are the refusals that a rule of the template %s decided', (template, code) => {
    const { search } = linkRuleRefusals('org_1', { id: 'rule_1', template });
    expect(search).toEqual({ rule: 'rule_1', code });
    expect(readOrgView({ ...search })).toEqual(search);
  });
});
