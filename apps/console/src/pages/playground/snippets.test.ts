import { makeSnippet, snippetKinds } from './snippets';

const origin = 'https://gateway.example';
const call = { path: '/v1/chat/completions', body: { model: 'a/b', input: "It's" } };

describe('a call as a program', () => {
  it('quotes an apostrophe for the shell', () => {
    const snippet = makeSnippet('curl', call, origin);
    expect(snippet).toContain('https://gateway.example/v1/chat/completions');
    expect(snippet).toContain(String.raw`It'\''s`);
    expect(snippet.endsWith('\\')).toBe(false);
  });

  it.each(snippetKinds)('takes the key from the environment in %s', (kind) => {
    expect(makeSnippet(kind, call, origin)).toContain('TOLLGATE_KEY');
  });

  it.each(snippetKinds)('sends a file as a form in %s', (kind) => {
    const snippet = makeSnippet(kind, { ...call, file: 'talk.wav' }, origin);
    expect(snippet).toContain('talk.wav');
    expect(snippet).not.toContain('application/json');
  });

  it.each(snippetKinds)('writes sound to a file in %s', (kind) => {
    expect(makeSnippet(kind, { ...call, output: 'speech.mp3' }, origin)).toContain('speech.mp3');
  });
});
