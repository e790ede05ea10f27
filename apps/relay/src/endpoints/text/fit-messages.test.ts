import { AppError } from '@tollgate/errors';
import { aModel } from '../../../test/support/build-calls';
import type { CatalogModel, ModelDocument } from '../../catalog/catalog';
import { dialects } from './dialects';
import { fitMessages, type FittedRequest } from './fit-messages';

const words = (count: number): string => 'word '.repeat(count).trim();

function modelWith(
  contextLength: number | undefined,
  changes: Partial<ModelDocument> = {},
): CatalogModel {
  const { maxCompletionTokens: _limit, ...document } = changes;
  return { ...aModel(document), contextLength, family: changes.family ?? 'other' };
}

function fitted(
  name: 'chat' | 'messages' | 'responses',
  fields: Readonly<Record<string, unknown>>,
  model: CatalogModel,
): FittedRequest {
  const body = { model: 'acme/small', max_tokens: 100, ...fields };
  return fitMessages(
    dialects[name],
    dialects[name].parseRequest(JSON.stringify(body), body),
    model,
  );
}

const longTalk = [
  { role: 'system', content: 'Be kind.' },
  { role: 'user', content: 'first' },
  ...Array.from({ length: 20 }, (_unused, index) => ({
    role: index % 2 === 0 ? 'assistant' : 'user',
    content: `${index} ${words(100)}`,
  })),
  { role: 'user', content: 'last' },
];

describe('middle-out', () => {
  const small = modelWith(1_000);

  it('cuts a prompt to size by itself where a model has little room', () => {
    const { hasBeenCut, request } = fitted('chat', { messages: longTalk }, small);
    expect(hasBeenCut).toBe(true);
    const messages = request.body['messages'] as { content: string }[];
    expect(messages[0]?.content).toBe('Be kind.');
    expect(messages[1]?.content).toBe('first');
    expect(messages.at(-1)?.content).toBe('last');
    expect(request.estimatePromptTokens()).toBeLessThanOrEqual(1_000 - 100 - 64);
    expect(JSON.parse(request.bodyText)).toEqual(request.body);
  });

  it('leaves a prompt that fits unchanged', () => {
    const { hasBeenCut, request } = fitted('chat', { messages: longTalk.slice(0, 3) }, small);
    expect(hasBeenCut).toBe(false);
    expect(request.body['messages']).toEqual(longTalk.slice(0, 3));
  });

  it('is off for larger models, and for callers that disable it', () => {
    const large = modelWith(8_193);
    const messages = [{ role: 'user', content: words(20_000) }];
    expect(fitted('chat', { messages }, large).hasBeenCut).toBe(false);
    expect(fitted('chat', { messages, transforms: [] }, small).hasBeenCut).toBe(false);
    expect(fitted('chat', { messages, transforms: ['middle-out'] }, large).hasBeenCut).toBe(true);
  });

  it('never touches models that only make images, nor the Messages dialect', () => {
    const painter = modelWith(1_000, { outputModalities: ['image'] });
    expect(fitted('chat', { messages: longTalk }, painter).hasBeenCut).toBe(false);
    const messages = longTalk.slice(1);
    expect(fitted('messages', { messages }, small).hasBeenCut).toBe(false);
  });

  it('cuts the longest text when no message may go', () => {
    const messages = [{ role: 'user', content: `start ${words(5_000)} end` }];
    const { request } = fitted('chat', { messages }, small);
    const [message] = request.body['messages'] as { content: string }[];
    expect(message?.content).toMatch(/^start [^]*\n\[\.\.\.\]\n[^]* end$/);
  });

  it('works on the items and on the text of a Responses request', () => {
    const limits = { max_output_tokens: 100, max_tokens: undefined };
    const items = fitted('responses', { input: longTalk, ...limits }, small);
    expect(items.hasBeenCut).toBe(true);
    expect((items.request.body['input'] as unknown[]).length).toBeLessThan(longTalk.length);
    const text = fitted('responses', { input: words(5_000), ...limits }, small);
    expect(JSON.stringify(text.request.body['input'])).toContain('[...]');
  });

  it.each([
    ['the prompt', { messages: longTalk, max_tokens: 980 }, /exceed context limit|too long/],
    [
      'one message after the other',
      { messages: Array.from({ length: 400 }, () => ({ role: 'system', content: 'short rule' })) },
      /prompt is too long: \d+ tokens > 1000 maximum/,
    ],
  ])('refuses what cannot be cut to size: %s', (_name, fields, message) => {
    try {
      fitted('chat', fields, small);
      throw new Error('accepted');
    } catch (error) {
      expect(error).toBeInstanceOf(AppError);
      expect((error as AppError).reason).toBe('context_too_long');
      expect((error as AppError).message).toMatch(message);
      expect((error as AppError).message).toContain('maximum context length');
    }
  });
});

describe('the thousand messages of Claude', () => {
  const claude = modelWith(200_000, { family: 'anthropic' });
  const messages = Array.from({ length: 1_203 }, (_unused, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `message ${index}`,
  }));

  it('are named in the error', () => {
    expect(() => fitted('chat', { messages }, claude)).toThrow(/1203 messages > 1000 maximum/);
    expect(fitted('chat', { messages: messages.slice(0, 1_000) }, claude).hasBeenCut).toBe(false);
    expect(fitted('chat', { messages }, modelWith(200_000)).hasBeenCut).toBe(false);
  });

  it('are kept from both ends with middle-out', () => {
    const { request } = fitted('chat', { messages, transforms: ['middle-out'] }, claude);
    expect(request.body['messages']).toEqual([...messages.slice(0, 500), ...messages.slice(-500)]);
  });
});
