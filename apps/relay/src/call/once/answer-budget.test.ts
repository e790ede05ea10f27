import { AnswerBudget } from './answer-budget';

describe('the room for kept answers', () => {
  it('is bounded in all, and per caller to a quarter', () => {
    const budget = new AnswerBudget(400);
    expect(budget.take('a', 100)).toBe(true);
    expect(budget.take('a', 1)).toBe(false);
    for (const caller of ['b', 'c', 'd']) expect(budget.take(caller, 100)).toBe(true);
    expect(budget.take('e', 1)).toBe(false);
    budget.giveBack('a', 100);
    expect(budget.take('e', 100)).toBe(true);
  });

  it('is free again an hour after an answer was complete', () => {
    let nowMs = 0;
    const budget = new AnswerBudget(400, () => nowMs);
    budget.take('a', 100);
    budget.keep('a', 100);
    nowMs = 3_599_999;
    expect(budget.take('a', 1)).toBe(false);
    nowMs = 3_600_000;
    expect(budget.take('a', 100)).toBe(true);
  });
});
