import { JsonProgress } from './json-progress';

describe('JSON that comes in pieces', () => {
  const text = '{"a":"}\\"]","b":[{"c":1},2]}';

  it('is complete with its last character and not before, wherever it is split', () => {
    for (let cut = 0; cut <= text.length; cut++) {
      const progress = new JsonProgress();
      progress.push(text.slice(0, cut));
      expect(progress.isComplete).toBe(cut === text.length);
      progress.push(text.slice(cut));
      expect(progress.isComplete).toBe(true);
    }
  });

  it('stays complete when only space follows', () => {
    const progress = new JsonProgress();
    progress.push('[]');
    progress.push(' \n');
    expect(progress.isComplete).toBe(true);
  });

  it('is not complete while nothing was opened', () => {
    const progress = new JsonProgress();
    progress.push('  ');
    expect(progress.isComplete).toBe(false);
  });
});
