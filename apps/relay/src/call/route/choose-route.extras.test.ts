import type { AppError } from '@tollgate/errors';
import { personalPolicy, type ByokKey } from '@tollgate/policy';
import {
  aModel,
  aParsedCall,
  aRoute,
  aRouting,
  aSnapshot,
  type CallChanges,
} from '../../../test/support/build-calls';
import type { CatalogModel, ProviderRoute, CatalogSnapshot } from '../../catalog/catalog';
import { chooseRoute } from './choose-route';
import { prepareCall } from '../admit/prepare-call';

type Dialect = NonNullable<CallChanges['dialect']>;
type Prices = CatalogModel['document']['prices'];

const protocolOf = { chat: 'openai', responses: 'responses', messages: 'anthropic' } as const;

function catalog(dialect: Dialect, prices: Prices = {}): CatalogSnapshot {
  const model = aModel({ prices: { prompt: '1', completion: '2', ...prices } });
  const route = aRoute({ protocol: protocolOf[dialect] });
  return aSnapshot([{ ...model, family: 'openai' }], { 'acme/small': [route] });
}

function refusal(changes: CallChanges, snapshot: CatalogSnapshot): AppError {
  try {
    chooseRoute(aParsedCall(changes), aRouting(snapshot));
  } catch (error) {
    return error as AppError;
  }
  throw new Error('the call was routed');
}

function route(changes: CallChanges, snapshot: CatalogSnapshot): string[] {
  const { candidates } = chooseRoute(aParsedCall(changes), aRouting(snapshot));
  return candidates.map(({ model, route: { id } }) => `${model.id} ${id}`);
}

const beta = (flags: string): CallChanges => ({
  dialect: 'messages',
  clientHeaders: { 'anthropic-beta': flags },
});

/** What costs extra, the param that names it, and the prices that let it pass. */
const priced: [CallChanges, string, Prices][] = [
  ...['web_search', 'code_interpreter', 'image_generation', 'mcp', 'shell', 'container'].map(
    (type): [CallChanges, string, Prices] => [
      { dialect: 'responses', body: { tools: [{ type }] } },
      type,
      { tools: { [type]: '0.01' } },
    ],
  ),
  [
    { dialect: 'responses', body: { tools: [{ type: 'web_search_2025_08_26' }] } },
    'web_search_2025_08_26',
    { tools: { web_search: '0.01' } },
  ],
  [
    { dialect: 'responses', body: { tools: [{ type: 'of_tomorrow' }] } },
    'of_tomorrow',
    { tools: { of_tomorrow: '0' } },
  ],
  ...['web_search', 'web_fetch', 'code_execution', 'tool_search_tool_regex', 'advisor'].map(
    (name): [CallChanges, string, Prices] => [
      { dialect: 'messages', body: { tools: [{ type: `${name}_20260101`, name }] } },
      `${name}_20260101`,
      { tools: { [name]: '0.01' } },
    ],
  ),
  [
    { dialect: 'messages', body: { mcp_servers: [{ type: 'url', url: 'https://a.test' }] } },
    'mcp_servers',
    { tools: { mcp: '0' } },
  ],
  [
    { dialect: 'messages', body: { speed: 'fast' } },
    'speed',
    { serviceTiers: { 'speed:fast': '6' } },
  ],
  [
    { dialect: 'messages', body: { inference_geo: 'us' } },
    'inference_geo',
    { serviceTiers: { 'inference_geo:us': '1.1' } },
  ],
  [
    { dialect: 'chat', body: { web_search_options: {} } },
    'web_search_options',
    { tools: { web_search: '0.01' } },
  ],
  [
    { dialect: 'chat', body: { search_parameters: { mode: 'auto' } } },
    'search_parameters',
    { tools: { web_search: '0.01' } },
  ],
  [
    { dialect: 'chat', body: { tools: [{ type: 'code_interpreter' }] } },
    'code_interpreter',
    { tools: { code_interpreter: '0.03' } },
  ],
  ...(['chat', 'responses', 'messages'] as const).map((dialect): [CallChanges, string, Prices] => [
    { dialect, body: { service_tier: 'priority' } },
    'service_tier',
    { serviceTiers: { priority: '2' } },
  ]),
  [
    beta('interleaved-thinking-2025-05-14, fast-mode-2026-02-01'),
    'anthropic-beta',
    { tools: { 'fast-mode-2026-02-01': '0' } },
  ],
];

describe('what costs extra at the provider', () => {
  it.each(priced)('is refused without a price: %j names %s', (changes, param) => {
    const { dialect = 'chat' } = changes;
    expect(refusal(changes, catalog(dialect))).toMatchObject({
      reason: 'unsupported_param',
      param,
    });
  });

  it.each(priced)('passes with its price: %j', (changes, _param, prices) => {
    const { dialect = 'chat' } = changes;
    expect(route(changes, catalog(dialect, prices))).toEqual(['acme/small route-1']);
  });

  it.each<CallChanges>([
    {
      dialect: 'responses',
      body: { tools: [{ type: 'function', name: 'f' }], service_tier: 'flex' },
    },
    { dialect: 'responses', body: { tools: [{ type: 'local_shell' }, { type: 'tool_search' }] } },
    { dialect: 'messages', body: { tools: [{ type: 'bash_20250124', name: 'bash' }] } },
    { dialect: 'messages', body: { service_tier: 'standard_only', speed: 'standard' } },
    { dialect: 'messages', body: { mcp_servers: [], container: null } },
    { dialect: 'chat', body: { service_tier: 'auto', web_search_options: null } },
    beta('claude-code-20250219,interleaved-thinking-2025-05-14'),
  ])('does not include %j', (changes) => {
    const { dialect = 'chat' } = changes;
    expect(route(changes, catalog(dialect))).toEqual(['acme/small route-1']);
  });

  it('includes the long context only where the catalog does not list it', () => {
    const flag = beta('context-1m-2025-08-07');
    const snapshot = catalog('messages');
    expect(refusal(flag, snapshot).param).toBe('anthropic-beta');
    const long = [...snapshot.models.values()].map((model) => ({
      ...model,
      contextLength: 1_000_000,
    }));
    const known = aSnapshot(long, { 'acme/small': [aRoute({ protocol: 'anthropic' })] });
    expect(route(flag, known)).toEqual(['acme/small route-1']);
  });

  it('is dropped by routes of another protocol, with a header', () => {
    const changes: CallChanges = {
      dialect: 'responses',
      body: { tools: [{ type: 'web_search' }, { type: 'mcp' }] },
    };
    const { prepared } = prepareCall(chooseRoute(aParsedCall(changes), aRouting(catalog('chat'))));
    expect(prepared.headers).toEqual({ 'x-tollgate-dropped-tools': 'web_search, mcp' });
    const chat: CallChanges = { dialect: 'chat', body: { web_search_options: {} } };
    const other = prepareCall(chooseRoute(aParsedCall(chat), aRouting(catalog('messages'))));
    expect(other.prepared.headers).toEqual({ 'x-tollgate-dropped-tools': 'web_search_options' });
    expect(other.prepared.request.body).not.toContain('web_search');
  });

  it('is neither held nor charged where it is not sent', () => {
    const prices = { tools: { 'fast-mode-2026-02-01': '1', web_search: '1' } };
    const body = { tools: [{ type: 'web_search_20250305', name: 'web_search' }] };
    const changes = { ...beta('fast-mode-2026-02-01'), body };
    const [native] = chooseRoute(
      aParsedCall(changes),
      aRouting(catalog('messages', prices)),
    ).candidates;
    expect(native.work.extras?.tools.map(({ name }) => name)).toEqual([
      'web_search',
      'fast-mode-2026-02-01',
    ]);
    const [translated] = chooseRoute(
      aParsedCall(changes),
      aRouting(catalog('chat', prices)),
    ).candidates;
    expect(translated.work.extras?.tools).toEqual([]);
  });

  it('is checked on routes that accept the tier of another dialect', () => {
    const changes: CallChanges = { dialect: 'responses', body: { service_tier: 'priority' } };
    expect(refusal(changes, catalog('chat')).param).toBe('service_tier');
    expect(route(changes, catalog('messages'))).toEqual(['acme/small route-1']);
  });

  it('leaves out candidates without the price while others have it', () => {
    const ways: ProviderRoute[] = [
      aRoute({ id: 'unpriced', protocol: 'anthropic' }),
      aRoute({ id: 'priced', protocol: 'anthropic', prices: { tools: { web_search: '0.01' } } }),
    ];
    const cheap = aModel();
    const rich = aModel({
      id: 'acme/rich',
      prices: { prompt: '1', completion: '2', tools: { web_search: '0.02' } },
    });
    const snapshot = aSnapshot([cheap, rich], {
      'acme/small': ways,
      'acme/rich': [aRoute({ id: 'rich', protocol: 'anthropic' })],
    });
    const tools = [{ type: 'web_search_20250305', name: 'web_search' }];
    expect(route({ dialect: 'messages', body: { tools } }, snapshot)).toEqual([
      'acme/small priced',
    ]);
    const none = aSnapshot([cheap, rich], {
      'acme/small': [aRoute({ protocol: 'anthropic' })],
      'acme/rich': [aRoute({ id: 'rich', protocol: 'anthropic' })],
    });
    const body = { tools, models: ['acme/rich'] };
    expect(route({ dialect: 'messages', body }, none)).toEqual(['acme/rich rich']);
  });

  it('passes on a key of the organization, which pays for it', () => {
    const key: ByokKey = {
      id: 'byok_1',
      protocol: 'anthropic',
      baseUrl: 'https://provider.test/v1',
      upstreamModels: new Map([['acme/small', 'small']]),
      isSeamless: true,
      isFailing: false,
      scopedKeyIds: new Set(),
      keyCiphertext: Buffer.alloc(0),
    } as unknown as ByokKey;
    const policy = { ...personalPolicy, orgId: 'org_1', byokKeys: [key] };
    const tools = [{ type: 'web_search_20250305', name: 'web_search' }];
    const changes: CallChanges = { dialect: 'messages', body: { tools }, policy };
    const call = prepareCall(chooseRoute(aParsedCall(changes), aRouting(catalog('messages'))));
    expect(call.candidates.map(({ route: { id } }) => id)).toEqual(['byok_1']);
    expect(call.prepared.request.body).not.toContain('max_uses');
  });
});

describe('the limit of tools that the provider runs', () => {
  const body = (dialect: Dialect, fields: Record<string, unknown>, prices: Prices): unknown => {
    const changes: CallChanges = { dialect, body: fields };
    const call = prepareCall(chooseRoute(aParsedCall(changes), aRouting(catalog(dialect, prices))));
    return JSON.parse(call.prepared.request.body);
  };
  const prices = { tools: { web_search: '0.01', code_execution: '0' } };
  const search = { type: 'web_search_20250305', name: 'web_search' };

  it('is sent where the caller set none: only ten uses are held', () => {
    const execution = { type: 'code_execution_20250825', name: 'code_execution' };
    expect(body('messages', { tools: [search, execution] }, prices)).toMatchObject({
      tools: [{ ...search, max_uses: 10 }, execution],
    });
    expect(body('responses', { tools: [{ type: 'web_search' }] }, prices)).toMatchObject({
      max_tool_calls: 10,
    });
  });

  it('stays as the caller set it', () => {
    const tools = [{ ...search, max_uses: 2 }];
    expect(body('messages', { tools }, prices)).toMatchObject({ tools });
    const fields = { tools: [{ type: 'web_search' }], max_tool_calls: 3 };
    expect(body('responses', fields, prices)).toMatchObject({ max_tool_calls: 3 });
  });

  it('is not sent without such tools', () => {
    expect(body('responses', {}, prices)).not.toHaveProperty('max_tool_calls');
  });
});
