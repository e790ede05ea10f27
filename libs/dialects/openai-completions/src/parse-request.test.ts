import { AppError } from '@tollgate/errors';
import { parseRequest, type CompletionsRequest } from './parse-request';

type Fields = Readonly<Record<string, unknown>>;

function parse(fields: Fields = {}): CompletionsRequest {
  const body = { model: 'acme/base', prompt: 'Hello', ...fields };
  return parseRequest(JSON.stringify(body), body);
}

function refuse(work: () => unknown): unknown {
  try {
    work();
    return 'accepted';
  } catch (error) {
    return error instanceof AppError ? [error.reason, error.param] : error;
  }
}

describe('a completion request', () => {
  it('reads a text, a list of texts and token ids', () => {
    expect(parse()).toMatchObject({ prompt: 'Hello', choices: 1, isStreaming: false });
    expect(parse({ prompt: ['One'] })).toMatchObject({ prompt: 'One', choices: 1 });
    expect(parse({ prompt: ['One', 'Two'] })).toMatchObject({ prompt: undefined, choices: 2 });
    expect(parse({ prompt: [1, 2, 3] })).toMatchObject({ prompt: undefined, choices: 1 });
    expect(parse({ prompt: [[1], [2]] })).toMatchObject({ prompt: undefined, choices: 2 });
  });

  it('counts everything that is generated', () => {
    expect(parse({ n: 3 }).choices).toBe(3);
    expect(parse({ n: 2, best_of: 5 }).choices).toBe(5);
    expect(parse({ prompt: ['a', 'b'], best_of: 4 }).choices).toBe(8);
  });

  it('estimates prompts by their texts or by the number of their tokens', () => {
    // 32 letters are 10 tokens, and a message adds 6.
    expect(parse({ prompt: 'x'.repeat(32) }).estimatePromptTokens()).toBe(16);
    expect(parse({ prompt: [1, 2, 3] }).estimatePromptTokens()).toBe(9);
    const two = { prompt: ['x'.repeat(32), 'x'.repeat(32)], suffix: 'x'.repeat(32) };
    expect(parse(two).estimatePromptTokens()).toBe(52);
  });

  it.each<[string, Fields, string, string]>([
    ['no prompt', { prompt: undefined }, 'missing_required_field', 'prompt'],
    ['an empty prompt', { prompt: '' }, 'missing_required_field', 'prompt'],
    ['an empty list', { prompt: [] }, 'missing_required_field', 'prompt'],
    ['no model', { model: undefined }, 'missing_required_field', 'model'],
    ['a model that is no name', { model: 'a b' }, 'invalid_model_id', 'model'],
    ['a limit below zero', { max_tokens: -1 }, 'max_tokens_invalid', 'max_tokens'],
    ['a limit of zero', { max_tokens: 0 }, 'max_tokens_invalid', 'max_tokens'],
    ['too much heat', { temperature: 3 }, 'unsupported_param', 'temperature'],
    ['too many probabilities', { logprobs: 6 }, 'unsupported_param', 'logprobs'],
    ['fewer tries than answers', { n: 3, best_of: 2 }, 'unsupported_param', 'best_of'],
    ['a stream of the best', { best_of: 2, stream: true }, 'unsupported_param', 'best_of'],
    ['too many prompts', { prompt: Array(2_049).fill('a') }, 'unsupported_param', 'prompt'],
  ])('is refused with %s', (_name, fields, code, param) => {
    expect(refuse(() => parse(fields))).toEqual([code, param]);
  });

  it('may ask for nothing but its own prompt', () => {
    expect(parse({ max_tokens: 0, echo: true }).outputTokensMax).toBe(0);
  });
});

describe('its translation to a conversation', () => {
  it('is one message of the user', () => {
    const neutral = parse({
      prompt: ['Hello'],
      max_tokens: 5,
      temperature: 0.5,
      stop: 'end',
      seed: 7,
      user: 'u',
      logprobs: 2,
    }).toNeutral();
    expect(neutral).toEqual({
      messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hello' }] }],
      tools: [],
      outputTokensMax: 5,
      temperature: 0.5,
      stop: ['end'],
      reasoning: {},
      sampling: { seed: 7 },
      openAiOnly: { user: 'u' },
      droppedTools: [],
    });
  });

  it.each<[string, Fields, string]>([
    ['several prompts', { prompt: ['a', 'b'] }, 'prompt'],
    ['token ids', { prompt: [1, 2] }, 'prompt'],
    ['a suffix', { suffix: 'the end' }, 'suffix'],
    ['several answers', { n: 2 }, 'n'],
    ['several tries', { best_of: 2 }, 'best_of'],
  ])('is refused with %s', (_name, fields, param) => {
    const request = parse(fields);
    expect(refuse(() => request.toNeutral())).toEqual(['unsupported_param', param]);
  });
});
