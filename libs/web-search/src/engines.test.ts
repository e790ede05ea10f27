import type { Fields } from '@tollgate/model-kit';
import { searchEngineNames, searchEngines, type SearchEngineName } from '.';

const query = { text: 'gate & toll', resultsMax: 7 };
const target = { baseUrl: 'https://engine.test/base', apiKey: 'secret-key' };
const page = { url: 'https://example.com/a', title: 'A page', text: 'The gate opens.' };

interface Contract {
  readonly url: string;
  readonly body?: object;
  readonly keyHeader: string | undefined;
  /** An answer with a page that is fine, and one that clients must not open. */
  readonly answer: Fields;
  readonly empty: Fields;
}

const strange = { url: 'javascript:alert(1)', title: 'x', content: 'x', description: 'x' };

const contracts: Readonly<Record<SearchEngineName, Contract>> = {
  searxng: {
    url: 'https://engine.test/base/search?q=gate+%26+toll&format=json&safesearch=1',
    keyHeader: 'authorization',
    answer: { results: [{ ...page, content: page.text }, strange] },
    empty: { results: [] },
  },
  brave: {
    url: 'https://engine.test/base/web/search?q=gate+%26+toll&count=7&result_filter=web',
    keyHeader: 'x-subscription-token',
    answer: {
      type: 'search',
      web: {
        results: [
          { ...page, description: 'The <strong>gate</strong>', extra_snippets: ['opens.'] },
          strange,
        ],
      },
    },
    empty: { type: 'search' },
  },
  tavily: {
    url: 'https://engine.test/base/search',
    body: { query: query.text, max_results: 7 },
    keyHeader: 'authorization',
    answer: { results: [{ ...page, content: page.text }, strange] },
    empty: { results: [] },
  },
  exa: {
    url: 'https://engine.test/base/search',
    body: { query: query.text, numResults: 7, contents: { text: { maxCharacters: 2_000 } } },
    keyHeader: 'x-api-key',
    answer: { results: [page, strange] },
    empty: { results: [] },
  },
};

describe.each(searchEngineNames)('the search engine %s', (name) => {
  const engine = searchEngines[name];
  const contract = contracts[name];
  const request = engine.buildRequest(query, target);

  it('is sent the query in its own form', () => {
    expect(request.url).toBe(contract.url);
    expect(request.method).toBe(contract.body === undefined ? 'GET' : 'POST');
    expect(request.body === undefined ? undefined : JSON.parse(request.body)).toEqual(
      contract.body,
    );
  });

  it('gets its key in a header only', () => {
    const { [contract.keyHeader ?? '']: key, ...others } = request.headers;
    expect(key).toContain(target.apiKey);
    expect(JSON.stringify([request.url, request.body, others])).not.toContain(target.apiKey);
  });

  it('answers with pages, of which only those that can be opened are kept', () => {
    expect(engine.readResults(contract.answer)).toEqual([page]);
    expect(engine.readResults(contract.empty)).toEqual([]);
  });

  it.each([{}, { error: 'no' }, { results: 'none' }])('%j is no answer of it', (body) => {
    expect(engine.readResults(body)).toBeUndefined();
  });

  it('is public with a key, or run by the operator', () => {
    expect(engine.publicUrl === undefined).toBe(!engine.needsKey);
  });
});
