import { openAccount, type Account } from '../test/support/accounts';
import { addModel } from '../test/support/add-model';
import type { Json } from '../test/support/api-call';
import { callDialect, type DialectAnswer } from '../test/support/dialects';
import { getSharedGateway } from '../test/support/gateway';
import { readSent } from '../test/support/sent-requests';
import { resetSimulator } from '../test/support/simulator';

const gateway = getSharedGateway();
type Fields = Readonly<Record<string, unknown>>;
let account: Account;

beforeAll(async () => {
  account = await openAccount(gateway);
  await addModel(gateway, { id: 'small/chat', document: { contextLength: 4_000 } });
  await addModel(gateway, { id: 'medium/chat', document: { contextLength: 8_000 } });
  await addModel(gateway, { id: 'large/chat', document: { contextLength: 12_000 } });
  await addModel(gateway, {
    id: 'small/claude',
    protocol: 'anthropic',
    document: { contextLength: 4_000, family: 'anthropic' },
  });
});
beforeEach(() => resetSimulator(gateway, true));

/** About a hundred tokens, and a name to find it by. */
const say = (name: string): string => `<${name}>${' word'.repeat(60)}`;

/** Turns of one question, two calls, their results and an answer. */
const chatTurns = (count: number): Fields[] => [
  { role: 'system', content: say('system') },
  ...Array.from({ length: count }, (_, turn) => [
    { role: 'user', content: say(`user ${turn}`) },
    {
      role: 'assistant',
      content: null,
      tool_calls: ['a', 'b'].map((name) => ({
        id: `c${turn}${name}`,
        type: 'function',
        function: { name: 'f', arguments: '{}' },
      })),
    },
    { role: 'tool', tool_call_id: `c${turn}a`, content: say(`result ${turn}a`) },
    { role: 'tool', tool_call_id: `c${turn}b`, content: say(`result ${turn}b`) },
    { role: 'assistant', content: say(`answer ${turn}`) },
  ]).flat(),
  { role: 'user', content: say('last') },
];
const responsesTurns = (count: number): Fields[] => [
  { role: 'system', content: say('system') },
  ...Array.from({ length: count }, (_, turn) => [
    { role: 'user', content: say(`user ${turn}`) },
    { type: 'function_call', call_id: `c${turn}a`, name: 'f', arguments: '{}' },
    { type: 'function_call', call_id: `c${turn}b`, name: 'f', arguments: '{}' },
    { type: 'function_call_output', call_id: `c${turn}a`, output: say(`result ${turn}a`) },
    { type: 'function_call_output', call_id: `c${turn}b`, output: say(`result ${turn}b`) },
    { role: 'assistant', content: say(`answer ${turn}`) },
  ]).flat(),
  { role: 'user', content: say('last') },
];
const prompts = {
  chat: (count: number): Fields => ({ messages: chatTurns(count) }),
  responses: (count: number): Fields => ({ input: responsesTurns(count) }),
};

function ask(dialect: 'chat' | 'responses', model: string, body: Fields): Promise<DialectAnswer> {
  return callDialect(gateway, dialect, { bearer: account.key, model, body });
}

const readNames = (text: string): string[] => text.match(/(?<=<)[a-z]+ ?\w*(?=>)/g) ?? [];
const isCut = ({ headers }: DialectAnswer): boolean =>
  headers.get('x-tollgate-transforms') === 'middle-out';

describe.each(['chat', 'responses'] as const)('a prompt that is too long, on %s', (dialect) => {
  const long = prompts[dialect](20);
  const short = prompts[dialect](3);
  const whole = readNames(JSON.stringify(long));

  it.each([
    ['small/chat', {}],
    ['small/claude', {}],
    ['small/chat', { transforms: ['middle-out'] }],
    ['large/chat', { transforms: ['middle-out'] }],
  ])('loses its middle and nothing else (%s, %j)', async (model, more) => {
    const answer = await ask(dialect, model, { ...long, ...more });
    expect(answer.status).toBe(200);
    expect(isCut(answer)).toBe(true);
    const { text } = await readSent(gateway);
    const names = readNames(text);
    expect(names.length).toBeLessThan(whole.length);
    // The beginning, the end, and the instructions; what is left is in its order.
    expect(names.slice(0, 2)).toEqual(['system', 'user 0']);
    expect(names.at(-1)).toBe('last');
    expect(names).toEqual(whole.filter((name) => names.includes(name)));
    const gone = whole.filter((name) => !names.includes(name));
    const first = whole.indexOf(gone[0] ?? '');
    expect(whole.slice(first, first + gone.length)).toEqual(gone);
    // About four characters a token; a quarter of the context is left for the answer.
    const context = model === 'large/chat' ? 12_000 : 4_000;
    expect(text.length / 5).toBeLessThan(context * 0.75);
    expect(text.length / 3).toBeGreaterThan(context * 0.5);
  });

  it('never loses a call without its results, or a result without its call', async () => {
    for (let maxTokens = 100; maxTokens <= 1_900; maxTokens += 300) {
      await resetSimulator(gateway, true);
      const limit = dialect === 'chat' ? 'max_tokens' : 'max_output_tokens';
      const answer = await ask(dialect, 'small/chat', { ...long, [limit]: maxTokens });
      expect(isCut(answer)).toBe(true);
      const { messages } = (await readSent(gateway)).json;
      const calls = messages.flatMap((message: Json) => message.tool_calls ?? []);
      const results = messages.filter(({ role }: Json) => role === 'tool');
      expect(calls.map(({ id }: Json) => id)).toEqual(
        results.map(({ tool_call_id: id }: Json) => id),
      );
      expect(calls.length % 2).toBe(0);
    }
  });

  it.each([
    ['medium/chat', { transforms: [] }],
    ['large/chat', {}],
    ['large/chat', { transforms: null }],
  ])('is sent unchanged without the transform (%s, %j)', async (model, more) => {
    const answer = await ask(dialect, model, { ...long, ...more });
    expect(answer.status).toBe(200);
    expect(isCut(answer)).toBe(false);
    expect(readNames((await readSent(gateway)).text)).toEqual(whole);
  });

  it('is refused by a model that is clearly too small when it must not be cut', async () => {
    const answer = await ask(dialect, 'small/chat', { ...long, transforms: [] });
    expect([answer.status, answer.json.error.code]).toEqual([400, 'context_too_long']);
    expect(answer.json.error.message).toMatch(
      /^This model's maximum context length is 4000 tokens/,
    );
  });

  it('and one that fits is sent as it is', async () => {
    const answer = await ask(dialect, 'small/chat', { ...short, transforms: ['middle-out'] });
    expect(isCut(answer)).toBe(false);
    expect((await readSent(gateway)).text).toContain(say('result 1a'));
  });

  it('of one text keeps the head and the tail of it', async () => {
    const text = `<head>${' word'.repeat(5_000)}<tail>`;
    const body =
      dialect === 'chat' ? { messages: [{ role: 'user', content: text }] } : { input: text };
    const answer = await ask(dialect, 'small/chat', body);
    expect(isCut(answer)).toBe(true);
    const [message] = (await readSent(gateway)).json.messages;
    expect(message.content).toMatch(/^<head>(?: word)+ ?\w*\n\[\.\.\.\]\n\w*(?: word)+<tail>$/);
    const [head = '', tail = ''] = message.content.split('\n[...]\n');
    expect(Math.abs(head.length - tail.length)).toBeLessThan(10);
  });
});
