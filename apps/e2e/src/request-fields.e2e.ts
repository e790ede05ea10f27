import { openAccount, readSettledCredits, type Account } from '../test/support/accounts';
import {
  callDialect,
  dialectNames,
  type DialectAnswer,
  type DialectName,
} from '../test/support/dialects';
import { getSharedGateway } from '../test/support/gateway';
import { readSimulatedCalls, resetSimulator } from '../test/support/simulator';

const gateway = getSharedGateway();
type Fields = Readonly<Record<string, unknown>>;
/** The field at fault, its code, and what is wrong with the request. */
type Row = readonly [param: string, code: string, change: Fields];

async function ask(account: Account, dialect: DialectName, body: Fields): Promise<DialectAnswer> {
  return callDialect(gateway, dialect, { bearer: account.key, model: 'simulator/chat', body });
}

const user = { role: 'user', content: 'Hello' };
const call = { id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } };
const caller = { role: 'assistant', content: null, tool_calls: [call] };
const result = { role: 'tool', tool_call_id: 'c1', content: 'x' };
const say = (...content: readonly unknown[]): Fields => ({ messages: [{ role: 'user', content }] });
const tool = (definition: Fields): Fields => ({
  tools: [{ type: 'function', function: definition }],
});
const unsupported = (change: Fields): Row => [
  Object.keys(change)[0] ?? '',
  'unsupported_param',
  change,
];

const modelRows: readonly Row[] = [
  ['model', 'missing_required_field', { model: undefined }],
  ['model', 'missing_required_field', { model: null }],
  ['model', 'invalid_model_id', { model: 5 }],
  ['model', 'invalid_model_id', { model: '' }],
  ['model', 'invalid_model_id', { model: 'x'.repeat(201) }],
  ['model', 'invalid_model_id', { model: 'simulator/chat\n{}' }],
  ['model', 'unknown_model', { model: 'nobody/nothing' }],
];
const routingRows: readonly Row[] = [
  unsupported({ transforms: ['shorten'] }),
  unsupported({ transforms: 'middle-out' }),
  unsupported({ models: Array.from({ length: 11 }, () => 'simulator/chat') }),
  unsupported({ models: 'simulator/chat' }),
  unsupported({ provider: { order: 'acme' } }),
  unsupported({ provider: { sort: 'luck' } }),
  unsupported({ provider: { data_collection: 'maybe' } }),
  unsupported({ provider: { allow_fallbacks: 1 } }),
  unsupported({ provider: { max_price: 5 } }),
  unsupported({ plugins: [{ enabled: true }] }),
];

const chatRows: readonly Row[] = [
  ...modelRows,
  ...routingRows,
  ['messages', 'missing_required_field', { messages: undefined }],
  ['messages', 'missing_required_field', { messages: [] }],
  ['messages', 'missing_required_field', { messages: 'Hello' }],
  ...[0, -1, 1.5, '100'].flatMap((limit): Row[] => [
    ['max_tokens', 'max_tokens_invalid', { max_tokens: limit }],
    ['max', 'max_tokens_invalid', { max_completion_tokens: limit }],
  ]),
  ...[
    { stream: 'yes' },
    { temperature: -0.1 },
    { temperature: 2.1 },
    { temperature: '1' },
    { n: 0 },
    { n: 1.5 },
    { seed: 1.5 },
    { stop: 5 },
    { stop: ['a', 5] },
    { top_p: 'all' },
    { top_k: -1 },
    { top_k: 1.5 },
    { frequency_penalty: -2.1 },
    { frequency_penalty: 2.1 },
    { presence_penalty: -2.1 },
    { presence_penalty: 2.1 },
    { repetition_penalty: 0 },
    { repetition_penalty: 2.1 },
    { min_p: -0.1 },
    { min_p: 1.1 },
    { top_a: -0.1 },
    { top_a: 1.1 },
    { logit_bias: { 50: 101 } },
    { logit_bias: { 50: -101 } },
    { logit_bias: [1] },
    { logprobs: 'yes' },
    { top_logprobs: 21, logprobs: true },
    { top_logprobs: -1, logprobs: true },
    { top_logprobs: 5 },
    { user: 5 },
    { tool_choice: 'sometimes' },
    { tool_choice: { type: 'function' } },
    { parallel_tool_calls: 'no' },
    { structured_outputs: 'no' },
    { modalities: ['smell'] },
    { image_config: 5 },
    { input_audio: { data: 'AAAA' } },
    { reasoning_effort: 'extreme' },
    { reasoning: { effort: 'extreme' } },
    { reasoning: { max_tokens: 0 } },
    { reasoning: { exclude: 'yes' } },
    { thinking: { type: 'perhaps' } },
    { thinking: { type: 'enabled', budget_tokens: 0 } },
    { enable_thinking: 'yes' },
    { route: 5 },
    { messages: [{ role: 'ghost', content: 'Boo' }] },
    { messages: [{ role: 'user', content: 5 }] },
    { messages: ['Hello'] },
    say({ text: 'no type' }),
    say({ type: 'text' }),
    say({ type: 'image_url', image_url: {} }),
    say({ type: 'video_url', video_url: {} }),
    say({ type: 'input_audio', input_audio: { data: 'AAAA' } }),
    say({
      type: 'input_audio',
      input_audio: { data: 'data:audio/wav;base64,AAAA', format: 'wav' },
    }),
    say({ type: 'file', file: { file_data: 'https://files.example/a.pdf' } }),
    say({ type: 'file', file: {} }),
  ].map(unsupported),
  ['messages.0.content', 'missing_required_field', { messages: [{ role: 'user' }] }],
  ['tools', 'invalid_tools_definition', { tools: 'f' }],
  ['tools', 'invalid_tools_definition', { tools: [{ type: 'function' }] }],
  ['tools', 'invalid_tools_definition', tool({ name: 'a b' })],
  ['tools', 'invalid_tools_definition', tool({ name: '' })],
  ['tools', 'invalid_tools_definition', tool({ name: 'f', parameters: 5 })],
  ['tools', 'invalid_tools_definition', tool({ name: 'f', parameters: { type: 'string' } })],
  ...[
    'json',
    { type: 'xml' },
    { type: 'json_schema' },
    { type: 'json_schema', json_schema: { schema: {} } },
    { type: 'json_schema', json_schema: { name: 'x' } },
    { type: 'json_schema', json_schema: { name: 'x', schema: 'any' } },
  ].map((format): Row => [
    'response_format',
    'invalid_response_format_schema',
    { response_format: format },
  ]),
  ...[
    [user, result],
    [user, caller, result, result],
    [user, caller, { ...result, tool_call_id: 'c2' }],
    [user, caller, { role: 'tool', content: 'x' }],
    [user, { ...caller, tool_calls: 'f' }],
    [user, { ...caller, tool_calls: [{ id: 'c1', type: 'function' }] }],
  ].map((messages): Row => ['messages', 'malformed_tool_messages', { messages }]),
];

const item = { type: 'function_call', call_id: 'c1', name: 'f', arguments: '{}' };
const output = { type: 'function_call_output', call_id: 'c1', output: 'x' };
const responsesRows: readonly Row[] = [
  ...modelRows,
  ...routingRows,
  ['input', 'missing_required_field', { input: undefined }],
  ['input', 'missing_required_field', { input: [] }],
  ['input', 'missing_required_field', { input: '' }],
  ['input', 'missing_required_field', { input: 5 }],
  ...[0, -1, 1.5, '100'].map((limit): Row => [
    'max_output_tokens',
    'max_tokens_invalid',
    { max_output_tokens: limit },
  ]),
  ...[
    { instructions: 5 },
    { stream: 'yes' },
    { temperature: -0.1 },
    { temperature: 2.1 },
    { top_p: 'all' },
    { tool_choice: 'sometimes' },
    { tool_choice: { type: 'function', name: 'nobody' } },
    { tool_choice: { type: 'web_search' }, tools: [{ type: 'web_search' }] },
    { parallel_tool_calls: 'no' },
    { reasoning: { effort: 'extreme' } },
    { input: [{ role: 'ghost', content: 'Boo' }] },
    { input: [{ content: 'whose?' }] },
    { input: ['Hello'] },
    {
      input: [{ role: 'user', content: [{ type: 'input_file', file_url: 'https://x.example/a' }] }],
    },
    { input: [{ role: 'user', content: [{ type: 'input_audio', input_audio: { data: 'AA' } }] }] },
    { tools: [{ type: 'web_search_preview' }] },
    { tools: [{ type: 'web_search_preview_2025_03_11' }] },
    { tools: [{ type: 'file_search', vector_store_ids: ['x'] }] },
    { tools: [{ type: 'computer_use_preview' }] },
  ].map(unsupported),
  ['tools', 'invalid_tools_definition', { tools: [{ type: 'function' }] }],
  ['tools', 'invalid_tools_definition', { tools: [{ type: 'function', name: 'a b' }] }],
  ['tools', 'invalid_tools_definition', tool({ name: 'a b' })],
  ['response_format', 'invalid_response_format_schema', { response_format: { type: 'xml' } }],
  ['text', 'invalid_response_format_schema', { text: { format: { type: 'json_schema' } } }],
  ...[
    { previous_response_id: 'resp_1' },
    { store: true },
    { conversation: 'conv_1' },
    { prompt: { id: 'pmpt_1' } },
    { input: [{ type: 'item_reference', id: 'msg_1' }] },
  ].map((change): Row => [Object.keys(change)[0] ?? '', 'invalid_prompt', change]),
  ...[[output], [item, output, output], [item, { ...output, call_id: 'c2' }]].map((items): Row => [
    'input',
    'malformed_tool_messages',
    { input: [user, ...items] },
  ]),
];

const use = { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'f', input: {} }] };
const used = { type: 'tool_result', tool_use_id: 'c1', content: 'x' };
const messagesRows: readonly Row[] = [
  ...modelRows,
  ['messages', 'missing_required_field', { messages: undefined }],
  ['messages', 'missing_required_field', { messages: [] }],
  ['max_tokens', 'missing_required_field', { max_tokens: undefined }],
  ...[0, -1, 1.5, '100'].map((limit): Row => [
    'max_tokens',
    'max_tokens_invalid',
    { max_tokens: limit },
  ]),
  ...[
    { system: 5 },
    { stream: 'yes' },
    { temperature: -0.1 },
    { temperature: 2.1 },
    { top_p: 'all' },
    { top_k: -1 },
    { stop_sequences: 'x' },
    { tool_choice: { type: 'sometimes' } },
    { tool_choice: 'auto' },
    { tool_choice: { type: 'tool', name: 'nobody' } },
    { tools: [{ type: 'bash_20250124', name: 'bash' }] },
    { messages: [{ role: 'ghost', content: 'Boo' }] },
    { messages: [{ role: 'user', content: 5 }] },
    say({ text: 'no type' }),
    say({ type: 'image' }),
    say({ type: 'document', source: { type: 'url', url: 'https://files.example/a.pdf' } }),
  ].map(unsupported),
  ['tools', 'invalid_tools_definition', { tools: [{ name: 'a b', input_schema: {} }] }],
  ['tools', 'invalid_tools_definition', { tools: [{ name: 'f', input_schema: 5 }] }],
  ...[
    [{ role: 'user', content: [used] }],
    [user, use, { role: 'user', content: [used, used] }],
    [user, use, { role: 'user', content: [{ ...used, tool_use_id: 'c2' }] }],
  ].map((messages): Row => ['messages', 'malformed_tool_messages', { messages }]),
];

const rows: Readonly<Record<DialectName, readonly Row[]>> = {
  chat: chatRows,
  responses: responsesRows,
  messages: messagesRows,
};

describe.each(dialectNames)('a field that is wrong on %s', (dialect) => {
  let account: Account;
  beforeAll(async () => {
    account = await openAccount(gateway);
    await resetSimulator(gateway);
  });

  it.each(rows[dialect])('%s: 400 %s for %j', async (param, code, change) => {
    const { json, status } = await ask(account, dialect, change);
    expect({ status, type: json.error.type, code: json.error.code }).toEqual({
      status: 400,
      type: 'invalid_request_error',
      code,
    });
    expect(json.error.param).toMatch(new RegExp(`^${param}`));
  });

  it('reaches no provider and costs nothing', async () => {
    expect((await readSimulatedCalls(gateway)).total).toBe(0);
    expect((await readSettledCredits(gateway, account.key)).usage).toBe(0n);
  });
});

/** Every range at its lower and at its upper end. */
const edges: Readonly<Record<DialectName, readonly Fields[]>> = {
  chat: [
    {
      ...{ temperature: 0, max_tokens: 1, n: 1, top_k: 0, frequency_penalty: -2, min_p: 0 },
      ...{ presence_penalty: -2, repetition_penalty: 0.01, top_a: 0, logit_bias: { 1: -100 } },
      ...{ logprobs: true, top_logprobs: 0, stop: 'x', seed: -1, reasoning: { max_tokens: 1 } },
      ...{ transforms: [], models: [], plugins: [], tools: [], user: '', route: 'fallback' },
    },
    {
      ...{ temperature: 2, max_completion_tokens: 16_384, n: 2, top_p: 1, frequency_penalty: 2 },
      ...{ presence_penalty: 2, repetition_penalty: 2, min_p: 1, top_a: 1, stop: ['x', 'y'] },
      ...{ logit_bias: { 1: 100 }, logprobs: true, top_logprobs: 20, enable_thinking: false },
      ...{ reasoning: { effort: 'xhigh', exclude: true }, reasoning_effort: 'high' },
      ...{ thinking: { type: 'enabled', budget_tokens: 1 }, modalities: ['text'], route: null },
      models: Array.from({ length: 10 }, () => 'simulator/chat'),
    },
    { top_logprobs: 0, temperature: null, max_tokens: null, tools: null, response_format: null },
  ],
  responses: [
    { temperature: 0, max_output_tokens: 1, store: false, background: true, input: 'Hello' },
    { temperature: 2, max_output_tokens: 16_384, previous_response_id: null, store: null },
  ],
  messages: [
    { temperature: 0, max_tokens: 1, top_k: 0, stop_sequences: [], tools: [] },
    { temperature: 2, max_tokens: 16_384, system: [{ type: 'text', text: 'Be brief.' }] },
  ],
};

describe.each(dialectNames)('a field at the end of its range on %s', (dialect) => {
  it.each(edges[dialect])('is taken: %j', async (body) => {
    const answer = await ask(await openAccount(gateway), dialect, body);
    expect([answer.status, answer.json.error]).toEqual([
      200,
      dialect === 'responses' ? null : undefined,
    ]);
  });
});
