import { readLiteLlm } from './read-litellm';
import { readOpenRouter } from './read-openrouter';

/** In the shape of `GET https://openrouter.ai/api/v1/models`. */
const openRouter = {
  data: [
    {
      id: 'anthropic/claude-sonnet-4.5',
      canonical_slug: 'anthropic/claude-4.5-sonnet-20250929',
      hugging_face_id: '',
      name: 'Anthropic: Claude Sonnet 4.5',
      created: 1_759_161_676,
      description: 'A model.',
      context_length: 1_000_000,
      architecture: {
        modality: 'text+image->text',
        input_modalities: ['text', 'image', 'file'],
        output_modalities: ['text'],
        tokenizer: 'Claude',
        instruct_type: null,
      },
      pricing: {
        prompt: '0.000003',
        completion: '0.000015',
        request: '0',
        image: '0.0048',
        web_search: '0.01',
        internal_reasoning: '0',
        input_cache_read: '0.0000003',
        input_cache_write: '0.00000375',
      },
      top_provider: {
        context_length: 1_000_000,
        max_completion_tokens: 64_000,
        is_moderated: true,
      },
      per_request_limits: null,
      supported_parameters: ['max_tokens', 'tools'],
      default_parameters: { temperature: null },
      expiration_date: '2027-03-01',
    },
    { id: 'openrouter/auto', name: 'Auto', pricing: { prompt: '-1', completion: '-1' } },
    { id: 'acme/small:free', name: 'Small', pricing: { prompt: '0', completion: '0' } },
    { id: 'acme/none', name: 'None' },
    'nonsense',
  ],
};

/** In the shape of LiteLLM's `model_prices_and_context_window.json`. */
const liteLlm = {
  sample_spec: { litellm_provider: 'one of the providers', mode: 'one of: chat, embedding' },
  'gpt-4o': {
    max_tokens: 16_384,
    max_input_tokens: 128_000,
    max_output_tokens: 16_384,
    input_cost_per_token: 2.5e-6,
    output_cost_per_token: 1e-5,
    cache_read_input_token_cost: 1.25e-6,
    input_cost_per_token_batches: 1.25e-6,
    output_cost_per_token_batches: 5e-6,
    input_cost_per_token_priority: 4.25e-6,
    output_cost_per_token_priority: 1.7e-5,
    cache_read_input_token_cost_priority: 2.125e-6,
    litellm_provider: 'openai',
    mode: 'chat',
    supports_vision: true,
  },
  'gemini/gemini-2.5-pro': {
    input_cost_per_token: 1.25e-6,
    input_cost_per_token_above_200k_tokens: 2.5e-6,
    output_cost_per_token: 1e-5,
    output_cost_per_token_above_200k_tokens: 1.5e-5,
    input_cost_per_audio_token_above_200k_tokens: 1e-6,
    search_context_cost_per_query: { search_context_size_low: 0.035 },
    litellm_provider: 'gemini',
    mode: 'chat',
    deprecation_date: '2026-06-17',
  },
  'claude-sonnet-4-5': {
    input_cost_per_token: 3e-6,
    output_cost_per_token: 1.5e-5,
    cache_creation_input_token_cost: 3.75e-6,
    cache_creation_input_token_cost_above_1hr: 6e-6,
    cache_read_input_token_cost: 3e-7,
    litellm_provider: 'anthropic',
    mode: 'chat',
  },
  'o-flex': {
    input_cost_per_token: 3e-6,
    output_cost_per_token: 1.2e-5,
    input_cost_per_token_flex: 1e-6,
    output_cost_per_token_flex: 6e-6,
    litellm_provider: 'openai',
    mode: 'responses',
  },
  'whisper-1': {
    input_cost_per_second: 0.0001,
    output_cost_per_second: 0.0001,
    litellm_provider: 'openai',
    mode: 'audio_transcription',
  },
  'ocr-1': { ocr_cost_per_page: 0.001, litellm_provider: 'mistral', mode: 'ocr' },
  'local/x': { input_cost_per_token: 0, output_cost_per_token: 0, litellm_provider: 'ollama' },
  broken: 7,
};

const findOne = (name: string) => readLiteLlm(liteLlm).entries.find((entry) => entry.name === name);

describe("OpenRouter's list", () => {
  it('is read with cached prices and its last day', () => {
    const [entry, ...others] = readOpenRouter(openRouter)?.entries ?? [];
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      name: 'anthropic/claude-sonnet-4.5',
      kind: 'chat',
      contextLength: 1_000_000,
      maxCompletionTokens: 64_000,
      prices: { prompt: '3', completion: '15', cacheRead: '0.3', cacheWrite: '3.75' },
      deprecationDate: '2027-03-01',
    });
    expect(entry?.prices).not.toHaveProperty('request');
    expect(entry?.skipped.map(({ field }) => field)).toEqual(['image', 'web_search']);
  });

  it('says why entries are not read', () => {
    const { skipped } = readOpenRouter(openRouter) ?? { skipped: [] };
    expect(skipped).toEqual([
      { name: 'openrouter/auto', reason: expect.stringContaining('not fixed') },
      { name: 'acme/small:free', reason: expect.stringContaining('free') },
      { name: 'acme/none', reason: 'has no prices' },
      { name: 'data[4]', reason: 'not an object' },
    ]);
  });

  it('is something with data', () => {
    expect(readOpenRouter({ models: [] })).toBeUndefined();
  });
});

describe("LiteLLM's price map", () => {
  it('is read with cached prices, and with service tiers as factors', () => {
    expect(findOne('gpt-4o')).toMatchObject({
      id: 'openai/gpt-4o',
      kind: 'chat',
      contextLength: 128_000,
      prices: {
        ...{ prompt: '2.5', completion: '10', cacheRead: '1.25' },
        serviceTiers: { priority: '1.7' },
      },
      skipped: [
        { field: 'input_cost_per_token_batches', reason: 'the gateway has no batch calls' },
        { field: 'output_cost_per_token_batches', reason: 'the gateway has no batch calls' },
      ],
    });
    expect(findOne('claude-sonnet-4-5')).toMatchObject({
      id: 'anthropic/claude-sonnet-4-5',
      prices: { cacheRead: '0.3', cacheWrite: '3.75', cacheWrite1h: '6' },
    });
  });

  it('has tiers by the length of the prompt, under the provider of the catalog', () => {
    expect(findOne('gemini/gemini-2.5-pro')).toMatchObject({
      id: 'google/gemini-2.5-pro',
      tiers: [{ abovePromptTokens: 200_000, prompt: '2.5', completion: '15' }],
      deprecationDate: '2026-06-17',
    });
    expect(findOne('gemini/gemini-2.5-pro')?.skipped.map(({ field }) => field)).toEqual([
      'input_cost_per_audio_token_above_200k_tokens',
      'search_context_cost_per_query',
    ]);
  });

  it('has no service tier whose prices have different factors', () => {
    const entry = findOne('o-flex');
    expect(entry?.prices).not.toHaveProperty('serviceTiers');
    expect(entry?.skipped).toEqual([
      { field: '…_flex', reason: expect.stringContaining('one factor') },
    ]);
  });

  it('has unit prices by the kind of the model', () => {
    expect(findOne('whisper-1')).toMatchObject({
      kind: 'transcription',
      prices: { audioSecond: '0.0001' },
      skipped: [{ field: 'output_cost_per_second' }],
    });
  });

  it('says why entries are not read', () => {
    expect(readLiteLlm(liteLlm).skipped).toEqual([
      { name: 'ocr-1', reason: 'the gateway does not price the mode ocr' },
      { name: 'local/x', reason: 'has no prices' },
      { name: 'broken', reason: 'not an object' },
    ]);
  });
});

describe('the id of a model that LiteLLM lists for a cloud', () => {
  it.each([
    ['vertex_ai/claude-sonnet-4-5', 'vertex_ai-anthropic_models', 'vertex/claude-sonnet-4-5'],
    ['gemini-2.5-pro', 'vertex_ai-language-models', 'vertex/gemini-2.5-pro'],
    ['vertex_ai/mistral-large', 'vertex_ai-mistral_models', 'vertex/mistral-large'],
    ['azure_ai/grok-4', 'azure_ai', 'azure/grok-4'],
    ['azure/gpt-5', 'azure', 'azure/gpt-5'],
  ])('%s of %s: %s', (name, provider, id) => {
    const priced = { input_cost_per_token: 1e-6, output_cost_per_token: 2e-6, mode: 'chat' };
    const { entries } = readLiteLlm({ [name]: { litellm_provider: provider, ...priced } });
    expect(entries.map((entry) => entry.id)).toEqual([id]);
  });
});
