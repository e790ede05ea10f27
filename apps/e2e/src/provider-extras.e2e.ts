import { openAccount, readSettledCredits, type Account } from '../test/support/accounts';
import { addModel } from '../test/support/add-model';
import type { Json } from '../test/support/api-call';
import { callDialect, type DialectAnswer, type DialectName } from '../test/support/dialects';
import { getSharedGateway } from '../test/support/gateway';
import { readGeneration } from '../test/support/read-generation';
import { readSent } from '../test/support/sent-requests';
import { readSimulatedCalls, resetSimulator } from '../test/support/simulator';

const gateway = getSharedGateway();
let account: Account;

const protocols = { chat: 'openai', responses: 'responses', messages: 'anthropic' } as const;
const dialects = Object.keys(protocols) as DialectName[];
const web: Readonly<Record<DialectName, Readonly<Record<string, unknown>>>> = {
  chat: { web_search_options: {} },
  responses: { tools: [{ type: 'web_search' }] },
  messages: { tools: [{ type: 'web_search_20250305', name: 'web_search' }] },
};

beforeAll(async () => {
  for (const dialect of dialects) {
    const protocol = protocols[dialect];
    const document = { family: dialect === 'messages' ? 'anthropic' : 'openai' };
    const prices = { prompt: '1', completion: '2' };
    await addModel(gateway, { id: `plain-${dialect}/m`, protocol, document, prices });
    await addModel(gateway, {
      id: `extra-${dialect}/m`,
      protocol,
      document,
      prices: { ...prices, tools: { web_search: '0.01' }, serviceTiers: { priority: '2' } },
    });
  }
});

beforeEach(async () => {
  account = await openAccount(gateway);
  await resetSimulator(gateway, true);
});

interface Asked {
  readonly script?: string;
  readonly isStreaming?: boolean;
  readonly body?: Readonly<Record<string, unknown>>;
}

function ask(dialect: DialectName, model: string, asked: Asked): Promise<DialectAnswer> {
  const { body = {}, isStreaming = false, script = 'tokens=5' } = asked;
  const content = `Hello [[sim:${script}]]`;
  return callDialect(gateway, dialect, { bearer: account.key, model, content, isStreaming, body });
}

async function readLines(answer: DialectAnswer): Promise<Json[]> {
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  const generationId = answer.headers.get('x-generation-id') ?? '';
  const { lines, total_cost: cost } = await readGeneration(gateway, { generationId }, account);
  const { usage } = await readSettledCredits(gateway, account.key);
  expect(Number(usage) / 1e9).toBeCloseTo(cost, 9);
  return lines;
}

const isFor = (bucket: string) => (line: Json) => line.bucket === bucket;

describe.each(dialects)('over %s', (dialect) => {
  it('what has no price is refused before anything is held or sent', async () => {
    for (const [body, param] of [
      [web[dialect], /^web_search/],
      [{ service_tier: 'priority' }, /^service_tier$/],
    ] as const) {
      const { json, status } = await ask(dialect, `plain-${dialect}/m`, { body });
      expect([status, json.error.code ?? json.error.metadata?.code]).toEqual([
        400,
        'unsupported_param',
      ]);
      if (dialect !== 'messages') expect(json.error.param).toMatch(param);
      expect(json.error.message).toMatch(/has no price on plain-/);
    }
    expect((await readSimulatedCalls(gateway)).calls).toEqual([]);
  });

  it.each([false, true])('searches are charged as often as they ran (stream: %s)', async (is) => {
    const asked = { body: web[dialect], isStreaming: is, script: 'tokens=5,searches=2' };
    const lines = await readLines(await ask(dialect, `extra-${dialect}/m`, asked));
    // Chat reports no count: an answered call is one search.
    const uses = dialect === 'chat' ? 1 : 2;
    expect(lines.find(isFor('tool:web_search'))).toMatchObject({ units: uses });
  });

  it.each([
    ['priority', 'tokens=5', 2],
    ['priority', 'tokens=5,tier=default', 1],
    ['auto', 'tokens=5,tier=priority', 2],
    ['default', 'tokens=5', 1],
  ])('the tier %s with %s multiplies the prices by %d', async (tier, script, factor) => {
    for (const isStreaming of [false, true]) {
      const body = { service_tier: tier };
      const answer = await ask(dialect, `extra-${dialect}/m`, { body, script, isStreaming });
      const { lines } = await readGeneration(
        gateway,
        { generationId: answer.headers.get('x-generation-id') ?? '' },
        account,
      );
      expect(Number(lines.find(isFor('output'))?.price)).toBeCloseTo(2e-6 * factor, 12);
    }
  });

  it('files that a provider keeps are refused', async () => {
    const blocks: Readonly<Record<DialectName, object>> = {
      chat: { messages: [{ role: 'user', content: [{ type: 'x', file_id: 'file_1' }] }] },
      responses: { input: [{ role: 'user', content: [{ type: 'input_image', file_id: 'f' }] }] },
      messages: {
        messages: [
          {
            role: 'user',
            content: [{ type: 'document', source: { type: 'file', file_id: 'file_1' } }],
          },
        ],
      },
    };
    const { json, status } = await ask(dialect, `extra-${dialect}/m`, {
      body: blocks[dialect] as Record<string, unknown>,
    });
    expect([status, JSON.stringify(json)]).toEqual([400, expect.stringContaining('file_id')]);
  });
});

describe('an estimate', () => {
  it('holds ten searches where the caller limits none, and sends that limit', async () => {
    const model = 'extra-messages/m';
    const estimate = async (tools: unknown): Promise<number> => {
      const body = {
        ...{ endpoint: 'messages', model, max_tokens: 10, tools },
        messages: [{ role: 'user', content: 'Hello' }],
      };
      return (await gateway.call('/v1/estimate', { bearer: account.key, body })).json.reserve;
    };
    const tool = { type: 'web_search_20250305', name: 'web_search' };
    const [ten, two] = [await estimate([tool]), await estimate([{ ...tool, max_uses: 2 }])];
    expect(ten - two).toBeCloseTo(0.08, 4);
    await ask('messages', model, { body: { tools: [tool] } });
    expect((await readSent(gateway)).json.tools).toEqual([{ ...tool, max_uses: 10 }]);
  });
});
