import { AppError } from '@tollgate/errors';
import { emptyUsage } from '@tollgate/model-spec';
import { aModel, aRoute, aSnapshot } from '../../../test/support/build-calls';
import { listCandidates } from '../../call/route/list-candidates';
import { measureWork } from '../../call/route/measure-work';
import type { CatalogModel, ProviderRoute } from '../../catalog/catalog';
import type { InferenceRequest, PreparedRequest } from '../../domain/endpoint';
import { completionsEndpoint } from './completions.endpoint';

type Fields = Readonly<Record<string, unknown>>;

const face = { ulid: 'X', model: 'acme/small', requestId: 'req_1', createdAtSeconds: 1 };

function parse(fields: Fields = {}): InferenceRequest {
  const body = { model: 'acme/small', prompt: 'Hello', ...fields };
  return completionsEndpoint.parse({ body, bodyText: JSON.stringify(body), clientHeaders: {} });
}

function prepare(
  fields: Fields,
  model: CatalogModel,
  route: Partial<ProviderRoute> = {},
): PreparedRequest {
  const snapshot = aSnapshot([model], { 'acme/small': [aRoute(route)] });
  const [candidate] = listCandidates(model, snapshot);
  if (candidate === undefined) throw new Error('no candidate');
  return parse(fields).fitTo(model).prepare(candidate, face);
}

function refuse(work: () => unknown): unknown {
  try {
    work();
    return 'accepted';
  } catch (error) {
    return error instanceof AppError ? [error.reason, error.param] : 'broken';
  }
}

const base = aModel({ kind: 'completion' });
const chat = aModel({ kind: 'chat' });
const sent = (prepared: PreparedRequest): unknown => JSON.parse(prepared.request.body);

describe('a completion over a provider with this endpoint', () => {
  it('is passed on with all its fields, but those of the gateway', () => {
    const fields = {
      prompt: ['One', 'Two'],
      suffix: 'end',
      n: 2,
      best_of: 3,
      logprobs: 1,
      echo: true,
      max_tokens: 5,
      provider: {},
      service_tier: 'priority',
      extra: 1,
    };
    const prepared = prepare(fields, base);
    expect(prepared.request.url).toBe('http://127.0.0.1:1/v1/completions');
    expect(sent(prepared)).toEqual({
      model: 'small',
      prompt: ['One', 'Two'],
      suffix: 'end',
      n: 2,
      best_of: 3,
      logprobs: 1,
      echo: true,
      max_tokens: 5,
      extra: 1,
    });
    expect(prepared.headers).toEqual({});
  });

  it('has the documented limit when the caller set none, and holds no more', () => {
    expect(sent(prepare({}, base))).toMatchObject({ max_tokens: 16 });
    const request = parse({ n: 2 }).fitTo(base);
    expect(measureWork(request, base)).toMatchObject({ outputTokens: 16, choices: 2 });
  });

  it('is lowered to the maximum of the model', () => {
    const small = aModel({ kind: 'completion', maxCompletionTokens: 8 });
    const request = parse({ max_tokens: 100 }).fitTo(small);
    expect(request.headers).toEqual({ 'x-tollgate-clamped': 'max_tokens' });
    expect(request.outputTokensMax).toBe(8);
    expect(sent(prepare({ max_tokens: 100 }, small))).toMatchObject({ max_tokens: 8 });
  });

  it('asks for the usage of a stream', () => {
    expect(sent(prepare({ stream: true }, base))).toMatchObject({
      stream_options: { include_usage: true },
    });
  });

  it('does not ask for it where the provider refuses that and always reports it', () => {
    const body = sent(prepare({ stream: true }, base, { provider: 'mistral' }));
    expect(body).not.toHaveProperty('stream_options');
  });

  it('is chosen for chat models by the parameters of the route', () => {
    const prepared = prepare({ suffix: 'end' }, chat, { supportedParameters: ['prompt'] });
    expect(prepared.request.url).toBe('http://127.0.0.1:1/v1/completions');
  });

  it('needs a provider with the protocol of OpenAI', () => {
    const work = (): unknown => prepare({}, base, { protocol: 'anthropic' });
    expect(refuse(work)).toEqual(['unsupported_param', 'model']);
  });

  it('is read with its usage', () => {
    const text = JSON.stringify({
      id: 'cmpl-1',
      object: 'text_completion',
      created: 1,
      model: 'small',
      choices: [{ index: 0, text: ' there', finish_reason: 'length' }],
      usage: { prompt_tokens: 2, completion_tokens: 1, total_tokens: 3 },
    });
    const reading = prepare({}, base).readPlain(text);
    expect(reading).toMatchObject({
      hasContent: true,
      finishReason: 'length',
      usage: { usage: { input: 2, output: 1 } },
    });
    const usage = { ...emptyUsage, input: 2, output: 1 };
    const settled = { usage, costNanos: 5n, upstream: reading.upstreamUsage };
    expect(JSON.parse(reading.render(settled))).toMatchObject({
      id: 'gen-X',
      model: 'acme/small',
      choices: [{ text: ' there' }],
      usage: { prompt_tokens: 2, completion_tokens: 1, cost: 5e-9 },
    });
    expect(prepare({}, base).readPlain('{"choices":[]}').hasContent).toBe(false);
  });
});

describe('a completion over a provider that only chats', () => {
  it('is a conversation of one message', () => {
    const prepared = prepare({ max_tokens: 5, logprobs: 2 }, chat);
    expect(prepared.request.url).toBe('http://127.0.0.1:1/v1/chat/completions');
    expect(sent(prepared)).toEqual({
      model: 'small',
      messages: [{ role: 'user', content: 'Hello' }],
      max_tokens: 5,
    });
    expect(prepared.headers).toEqual({ 'x-tollgate-dropped': 'logprobs' });
  });

  it('is translated to other protocols, too', () => {
    const prepared = prepare({}, chat, { protocol: 'anthropic' });
    expect(prepared.request.url).toBe('http://127.0.0.1:1/v1/messages');
  });

  it('takes a limit of the gateway when the caller set none', () => {
    const limited = parse().fitTo(chat).limitOutput?.(99);
    const snapshot = aSnapshot([chat], { 'acme/small': [aRoute()] });
    const [candidate] = listCandidates(chat, snapshot);
    if (candidate === undefined || limited === undefined) throw new Error('no candidate');
    expect(sent(limited.prepare(candidate, face))).toMatchObject({ max_tokens: 99 });
  });

  it.each<[string, Fields, string]>([
    ['several prompts', { prompt: ['a', 'b'] }, 'prompt'],
    ['token ids', { prompt: [1, 2] }, 'prompt'],
    ['a suffix', { suffix: 'end' }, 'suffix'],
    ['several answers', { n: 2 }, 'n'],
    ['several tries', { best_of: 2 }, 'best_of'],
  ])('is refused with %s', (_name, fields, param) => {
    expect(refuse(() => prepare(fields, chat))).toEqual(['unsupported_param', param]);
  });

  it('is answered as a completion', () => {
    const text = JSON.stringify({
      choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 2, completion_tokens: 1, total_tokens: 3 },
    });
    const reading = prepare({}, chat).readPlain(text);
    const settled = { usage: { ...emptyUsage, input: 2 }, costNanos: 5n, upstream: undefined };
    expect(JSON.parse(reading.render(settled))).toMatchObject({
      object: 'text_completion',
      choices: [{ text: 'Hi', finish_reason: 'stop' }],
    });
  });
});

describe('the completions endpoint', () => {
  it.each([
    ['embeddings', 'embedding_on_chat_endpoint'],
    ['video', 'wrong_endpoint_for_video'],
    ['rerank', 'model_endpoint_mismatch'],
  ] as const)('refuses models of %s', (kind, code) => {
    expect(refuse(() => parse().fitTo(aModel({ kind })))).toEqual([code, 'model']);
  });
});
