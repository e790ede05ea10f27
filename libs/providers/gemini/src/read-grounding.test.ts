import { readGrounding } from './read-grounding';

const chunks = [
  { web: { uri: 'https://a.test/', title: 'a.test' } },
  { web: { uri: 'https://b.test/' } },
];

const read = (metadata: object, texts = ['Äpfel sind rund.'], isBilledByQuery = true) =>
  readGrounding({ groundingMetadata: metadata }, texts, isBilledByQuery);

describe('the sources of Google Search', () => {
  it('are left out where it was not used', () => {
    expect(readGrounding({}, [], true)).toBeUndefined();
    expect(read({ groundingChunks: [] })).toBeUndefined();
  });

  it('are cited with their places in characters, which Google counts in bytes', () => {
    const support = {
      segment: { startIndex: 7, endIndex: 17, text: 'sind rund.' },
      groundingChunkIndices: [0, 1, 9],
    };
    const found = read({ groundingChunks: chunks, groundingSupports: [support] });
    const place = { startIndex: 6, endIndex: 16 };
    expect(found?.annotations).toEqual([
      { url: 'https://a.test/', title: 'a.test', ...place },
      { url: 'https://b.test/', ...place },
    ]);
  });

  it('count the places of a later part behind the parts before it', () => {
    const support = { segment: { partIndex: 1, endIndex: 4 }, groundingChunkIndices: [0] };
    const metadata = { groundingChunks: chunks, groundingSupports: [support] };
    expect(read(metadata, ['One. ', 'Two.'])?.annotations).toEqual([
      { url: 'https://a.test/', title: 'a.test', startIndex: 5, endIndex: 9 },
    ]);
  });

  it('are listed without places where there are none', () => {
    const urls = read({ groundingChunks: chunks })?.annotations.map(({ url }) => url);
    expect(urls).toEqual(['https://a.test/', 'https://b.test/']);
  });

  it.each([
    [true, 3],
    [false, 1],
  ])('billed by query: %s, count as %d uses', (isBilledByQuery, uses) => {
    const metadata = { webSearchQueries: ['a', 'b', 'c'] };
    expect(read(metadata, [], isBilledByQuery)?.extras.toolUses?.get('web_search')).toBe(uses);
  });
});
