import { aModel } from '../../../test/support/build-calls';
import { isThinking, readThinkingBudget } from './thinking';

const optional = aModel({ thinking: { mode: 'optional', default: false } });

describe('thinking', () => {
  it.each([
    [{ enable_thinking: true }, true],
    [{ enable_thinking: false }, false],
    [{ thinking: { type: 'enabled', budget_tokens: 5 } }, true],
    [{ thinking: { type: 'disabled' } }, false],
    [{ reasoning: { effort: 'high' } }, true],
    [{ reasoning: { effort: 'none' } }, false],
    [{ reasoning: { enabled: false } }, false],
    [{ reasoning_effort: 'low' }, true],
    [{ reasoning_effort: 'none' }, false],
    [{}, false],
  ])('follows the caller in %j', (body, expected) => {
    expect(isThinking(body, optional)).toBe(expected);
  });

  it('follows the model where the caller sets nothing or cannot choose', () => {
    expect(isThinking({}, aModel({ thinking: { mode: 'optional', default: true } }))).toBe(true);
    const always = aModel({ thinking: { mode: 'always', default: true } });
    expect(isThinking({ enable_thinking: false }, always)).toBe(true);
    const never = aModel({ thinking: { mode: 'none', default: false } });
    expect(isThinking({ enable_thinking: true }, never)).toBe(false);
  });

  it('reads the budget in every spelling', () => {
    expect(readThinkingBudget({ thinking: { budget_tokens: 2_000 } })).toBe(2_000);
    expect(readThinkingBudget({ reasoning: { max_tokens: 300 } })).toBe(300);
    expect(readThinkingBudget({ reasoning: { max_tokens: 'many' } })).toBe(0);
  });
});
