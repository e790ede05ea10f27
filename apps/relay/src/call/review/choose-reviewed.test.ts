import { chooseReviewed } from './choose-reviewed';

const long = 'x'.repeat(30_000);

describe('what an outside moderator sees', () => {
  it('is the whole of a short prompt', () => {
    const texts = [
      { role: 'assistant', text: 'old', isNew: false },
      { role: 'user', text: 'new', isNew: true },
    ] as const;
    expect(chooseReviewed(texts)).toEqual(['old', 'new']);
  });

  it('contains the new texts of a long prompt, and the system prompt', () => {
    const texts = [
      { role: 'system', text: 'rules', isNew: false },
      { role: 'user', text: long, isNew: false },
      { role: 'tool', text: 'result', isNew: true },
      { role: 'user', text: '', isNew: true },
    ] as const;
    expect(chooseReviewed(texts)).toEqual(['rules', 'result']);
  });
});
