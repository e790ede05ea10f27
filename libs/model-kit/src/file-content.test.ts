import { inlineText, readFileContent } from './file-content';
import { estimateFileTokens } from './media-tokens';

describe('the kind of a file', () => {
  it.each([
    ['application/pdf', 'pdf'],
    ['image/png', 'image'],
    ['image/svg+xml', 'text'],
    ['text/csv', 'text'],
    ['application/json', 'text'],
    ['application/ld+json', 'text'],
    ['application/zip', 'other'],
    ['application/octet-stream', 'other'],
  ])('of %s is %s', (mediaType, kind) => {
    const uri = `data:${mediaType};base64,YQ==`;
    expect(readFileContent(uri)).toEqual({ kind, mediaType, data: 'YQ==' });
  });

  it('is found by the content where the type says nothing', () => {
    expect(readFileContent('data:application/octet-stream;base64,JVBERi0x')).toEqual({
      kind: 'pdf',
      mediaType: 'application/pdf',
      data: 'JVBERi0x',
    });
  });

  it.each(['https://files.test/a.pdf', 'data:text/plain,hello', ''])(
    'does not exist: %s',
    (uri) => {
      expect(readFileContent(uri)).toBeUndefined();
    },
  );
});

it('puts a text file under its name', () => {
  expect(inlineText({ data: 'YSxi' }, 'a.csv')).toBe('a.csv:\na,b');
  expect(inlineText({ data: 'YSxi' }, undefined)).toBe('a,b');
});

describe('the estimate of a file', () => {
  const encode = (text: string): string => Buffer.from(text).toString('base64');

  it('counts the pages of a PDF by its size', () => {
    expect(estimateFileTokens('data:application/pdf;base64,AA==')).toBe(2_500);
    expect(estimateFileTokens(`data:application/pdf;base64,${'A'.repeat(100_000)}`)).toBe(5_000);
  });

  it('counts the words of a text, which can be more than pages of that size have', () => {
    const text = 'word '.repeat(12_000);
    expect(estimateFileTokens(`data:text/plain;base64,${encode(text)}`)).toBe(18_750 + 6);
  });
});
