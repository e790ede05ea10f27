import type { UpstreamTarget } from '@tollgate/model-spec';
import { makeUpstreamTarget } from '@tollgate/testing';
import { makeSyntheticSignature } from '@tollgate/model-kit';
import { forwardRequest } from './forward-request';

function forward(
  bodyText: string,
  target: Partial<UpstreamTarget> = {},
  clientHeaders: Record<string, string> = {},
) {
  const body = JSON.parse(bodyText) as Record<string, unknown>;
  const upstream = makeUpstreamTarget({ upstreamModel: 'up', ...target });
  return forwardRequest({ bodyText, body, isStreaming: true, target: upstream, clientHeaders });
}

describe('a native request (15.1, 15.6)', () => {
  it('changes only the model, wherever it is in the body', () => {
    const text = '{"a":1.0,"messages":[{"role":"user","content":"\\u00e9"}],"model":"m","b":[ 1 ]}';
    expect(forward(text).body).toBe(text.replace('"m"', '"up"'));
  });

  it('loses what is the gateway’s own, and keeps `route`', () => {
    const text =
      '{"model":"m","models":["a"],"route":"x","provider":{},"transforms":[],"plugins":[],"z":1}';
    expect(forward(text).body).toBe('{"model":"up","route":"x","z":1}');
    expect(forward(text, { supportedParameters: ['plugins'] }).body).toBe(
      '{"model":"up","route":"x","plugins":[],"z":1}',
    );
  });

  it('requests no more tokens than the model can produce', () => {
    const text = '{"model":"m","max_tokens":64000}';
    expect(forward(text, { maxCompletionTokens: 8192 }).body).toBe(
      '{"model":"up","max_tokens":8192}',
    );
    expect(forward(text, { maxCompletionTokens: 64000 }).body).toBe(
      '{"model":"up","max_tokens":64000}',
    );
  });

  it('keeps the budget for thinking below a clamped limit', () => {
    const text =
      '{"model":"m","max_tokens":32000,"thinking":{"type":"enabled","budget_tokens":31999}}';
    expect(JSON.parse(forward(text, { maxCompletionTokens: 8192 }).body)).toEqual({
      model: 'up',
      max_tokens: 8192,
      thinking: { type: 'enabled', budget_tokens: 8191 },
    });
  });
});

describe('thinking in a native request (31)', () => {
  const own = '{"type":"thinking","thinking":"hm","signature":"EqQB"}';
  const foreign = JSON.stringify({
    type: 'thinking',
    thinking: 'hm',
    signature: makeSyntheticSignature('openai/gpt'),
  });
  const body = (...blocks: string[]) =>
    `{"model":"up","messages":[{"role":"user","content":"a"}, {"role":"assistant","content":[${blocks.join(',')}]}]}`;
  const answer = '{"type":"text","text":"b","cache_control":{"type":"ephemeral"}}';

  it('passes byte for byte when the provider signed it', () => {
    expect(forward(body(own, answer)).body).toBe(body(own, answer));
  });

  it.each([foreign, '{"type":"thinking","thinking":"hm","signature":""}'])(
    'is dropped when it did not: %s',
    (block) => {
      const sent = JSON.parse(forward(body(block, own, answer)).body) as unknown;
      expect(sent).toEqual(JSON.parse(body(own, answer)));
    },
  );

  it('takes its message along when nothing else is in it', () => {
    expect(JSON.parse(forward(body(foreign)).body)).toEqual({
      model: 'up',
      messages: [{ role: 'user', content: 'a' }],
    });
  });
});

describe('headers of a native request', () => {
  it('carry a version, and the client’s where it names one', () => {
    expect(forward('{"model":"m"}').headers).toMatchObject({ 'anthropic-version': '2023-06-01' });
    const version = { 'anthropic-version': '2024-01-01' };
    expect(forward('{"model":"m"}', {}, version).headers).toMatchObject(version);
  });

  it('carry betas of the operator and of the client together', () => {
    const target = { headers: { 'anthropic-beta': 'a-1' } };
    expect(forward('{"model":"m"}', target, { 'anthropic-beta': 'b-2' }).headers).toMatchObject({
      'anthropic-beta': 'a-1,b-2',
    });
    expect(forward('{"model":"m"}').headers).not.toHaveProperty('anthropic-beta');
  });
});

describe('a search that the gateway adds', () => {
  const search = { type: 'web_search_20250305', name: 'web_search', max_uses: 3 };
  const sendTools = (tools?: unknown): unknown => {
    const body = { model: 'm', ...(tools === undefined ? {} : { tools }) };
    const { body: sent } = forwardRequest({
      ...{ bodyText: JSON.stringify(body), body, isStreaming: false, clientHeaders: {} },
      target: makeUpstreamTarget({ upstreamModel: 'up' }),
      webSearch: { usesMax: 3 },
    });
    return (JSON.parse(sent) as Record<string, unknown>)['tools'];
  };

  it('is a tool behind those of the caller', () => {
    expect(sendTools()).toEqual([search]);
    expect(sendTools([{ name: 'f' }])).toEqual([{ name: 'f' }, search]);
  });

  it('gives way to a search of the caller', () => {
    const own = [{ type: 'web_search_20260101', name: 'web_search', max_uses: 1 }];
    expect(sendTools(own)).toEqual(own);
  });
});
