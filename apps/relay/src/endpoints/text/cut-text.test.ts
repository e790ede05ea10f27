import { estimateTextTokens } from '@tollgate/model-kit';
import { cutText, findLongest, replaceLongestText } from './cut-text';

describe('a text without its middle', () => {
  it('keeps as much of its head as of its tail', () => {
    const text = `${'a'.repeat(500)}${'b'.repeat(500)}`;
    const [head = '', tail = ''] = cutText(text, 100)?.split('\n[...]\n') ?? [];
    expect(/^a+$/.test(head) && /^b+$/.test(tail)).toBe(true);
    expect(Math.abs(head.length - tail.length)).toBeLessThanOrEqual(1);
  });

  it.each([1, 50, 200, 290])('is shorter by at least %i tokens', (excess) => {
    const text = 'word '.repeat(200);
    const shorter = cutText(text, excess) ?? '';
    expect(estimateTextTokens(shorter)).toBeLessThanOrEqual(estimateTextTokens(text) - excess);
  });

  it('does not split a character in two', () => {
    for (let excess = 1; excess < 60; excess++) {
      const shorter = cutText('😀'.repeat(100), excess) ?? '';
      expect(shorter.isWellFormed()).toBe(true);
    }
  });

  it('returns undefined when too little would be left', () => {
    expect(cutText('a'.repeat(100), 30)).toBeUndefined();
  });
});

describe('the longest text of a prompt', () => {
  const messages = [
    { role: 'user', content: 'short' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'the longest of all' },
        { type: 'image_url', image_url: { url: `data:image/png;base64,${'A'.repeat(99)}` } },
      ],
    },
  ];

  it('is found at any depth, and media are skipped', () => {
    expect(findLongest(messages)).toBe('the longest of all');
  });

  it('is replaced alone', () => {
    const replaced = replaceLongestText(messages, () => 'cut');
    expect(JSON.stringify(replaced)).toBe(
      JSON.stringify(messages).replace('the longest of all', 'cut'),
    );
  });
});
