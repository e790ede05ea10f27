import { silentLogger } from '@tollgate/observability';
import type { FoundPage } from '@tollgate/web-search';
import { aHeldCall, type CallChanges } from '../../../test/support/build-calls';
import type { CallCandidate } from '../route/routed-call';
import type { CandidateCall } from './opened-call';
import { prepareSearched } from './prepare-searched';
import { createSearchOnce } from './search-once';

const page = { url: 'https://example.com/a', title: 'A page', text: 'The gate opens at noon.' };
const search = { kind: 'engine', resultsMax: 5, promptTokens: 500 } as const;

function aSearchedCall(changes: CallChanges = {}, isOnline = false): CandidateCall {
  const body = { plugins: [{ id: 'web' }], ...changes.body };
  const held = aHeldCall({ ...changes, body });
  const [first] = held.candidates;
  const promptTokens = first.work.promptTokens + search.promptTokens;
  const work = { ...first.work, promptTokens, usesWeb: true };
  const candidate: CallCandidate = { ...first, search, work };
  return { ...held, candidates: [candidate], candidate, plan: { ...held.plan, isOnline } };
}

function makeSearch(pages: readonly FoundPage[] | Error) {
  const queries: string[] = [];
  const searchOnce = createSearchOnce({
    client: {
      search: async ({ text }) => {
        queries.push(text);
        if (pages instanceof Error) throw pages;
        return pages;
      },
    },
    logger: silentLogger,
  });
  return { queries, searchOnce };
}

describe('the search of a call', () => {
  it('is made once, for the last text of the user', async () => {
    const { queries, searchOnce } = makeSearch([page]);
    const messages = [
      { role: 'user', content: 'First' },
      { role: 'assistant', content: 'Yes?' },
      { role: 'user', content: [{ type: 'text', text: 'When does  it open?' }] },
    ];
    const call = aSearchedCall({ body: { messages } });
    await prepareSearched(call, searchOnce);
    await prepareSearched(call, searchOnce);
    expect(queries).toEqual(['When does it open?']);
  });

  it('asks for whole words of a long question', async () => {
    const { queries, searchOnce } = makeSearch([page]);
    const messages = [{ role: 'user', content: 'word '.repeat(1_000) }];
    await prepareSearched(aSearchedCall({ body: { messages } }), searchOnce);
    expect(queries[0]).toMatch(/^(?:word )+word$/);
    expect(queries[0]?.length).toBeLessThanOrEqual(400);
  });

  it('puts the results in front of the question, and cites them', async () => {
    const messages = [{ role: 'user', content: 'When does it open?' }];
    const call = aSearchedCall({ body: { messages } });
    const { candidate, prepared } = await prepareSearched(call, makeSearch([page]).searchOnce);
    expect(candidate.search).toMatchObject({ promptTokens: 0, isFound: true });
    // The rule around them is most of their size.
    expect(call.candidate.work.promptTokens - candidate.work.promptTokens).toBeGreaterThan(300);
    expect(candidate.work.usesWeb).toBe(true);
    const sent = JSON.parse(prepared.request.body) as { messages: { content: unknown }[] };
    const text = JSON.stringify(sent.messages.at(-1)?.content);
    expect(text.indexOf(page.text)).toBeGreaterThan(0);
    expect(text.indexOf('When does it open?')).toBeGreaterThan(text.indexOf(page.text));
    const choices = [{ index: 0, finish_reason: 'stop', message: { content: 'At noon.' } }];
    const usage = { prompt_tokens: 1, completion_tokens: 1 };
    const reading = prepared.readPlain(JSON.stringify({ choices, usage }));
    const settled = { usage: reading.usage, costNanos: 0n, upstream: undefined };
    const answer = JSON.parse(reading.render(settled as never)) as {
      choices: { message: { annotations: unknown } }[];
    };
    expect(answer.choices[0]?.message.annotations).toEqual([
      {
        type: 'url_citation',
        url_citation: { url: page.url, title: page.title, start_index: 0, end_index: 0 },
      },
    ]);
  });
});

describe.each([
  ['an engine that fails', new Error('down'), 'Hello', /did not answer/],
  ['an engine that finds nothing', [], 'Hello', /found nothing/],
  [
    'a call without a text',
    [page],
    [{ type: 'image_url', image_url: { url: 'data:,' } }],
    /needs a text/,
  ],
])('%s', (_name, pages, content, reason) => {
  const body = { messages: [{ role: 'user', content }] };
  const { searchOnce } = makeSearch(pages);

  it('is left out, without its fee and with a header, where the plugin asked', async () => {
    const { candidate, prepared } = await prepareSearched(aSearchedCall({ body }), searchOnce);
    expect([candidate.search, candidate.work.usesWeb]).toEqual([undefined, false]);
    expect(prepared.headers).toEqual({ 'x-tollgate-dropped': 'plugins.web' });
  });

  it('fails a call that asked by :online', async () => {
    await expect(prepareSearched(aSearchedCall({ body }, true), searchOnce)).rejects.toMatchObject({
      reason: 'upstream_unavailable',
      message: expect.stringMatching(reason),
    });
  });
});
