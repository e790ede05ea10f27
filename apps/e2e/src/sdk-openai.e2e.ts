import OpenAI from 'openai';
import { openAccount, type Account } from '../test/support/accounts';
import { getSharedGateway } from '../test/support/gateway';
import { protocolModels } from '../test/support/protocol-models';
import { readSimulatedCalls, resetSimulator } from '../test/support/simulator';
import { waitUntil } from '@tollgate/testing';

const gateway = getSharedGateway();
let account: Account;
let client: OpenAI;

beforeAll(async () => {
  account = await openAccount(gateway);
  client = new OpenAI({ apiKey: account.key, baseURL: `${gateway.baseUrl}/v1`, maxRetries: 0 });
});

const parameters = {
  type: 'object',
  properties: { city: { type: 'string' }, days: { type: 'integer' } },
  required: ['city', 'days'],
  additionalProperties: false,
};
const filledIn = { city: 'Paris', days: 1 };
const chatTool = { type: 'function' as const, function: { name: 'weather', parameters } };
const flatTool = { type: 'function' as const, name: 'weather', parameters, strict: true };
const costOf = (usage: unknown): number => (usage as { cost: number }).cost;

describe.each(protocolModels)('the OpenAI SDK over the %s protocol', (protocol, model) => {
  describe('on chat completions', () => {
    type Messages = OpenAI.Chat.ChatCompletionMessageParam[];
    const ask = (content: string): Messages => [{ role: 'user', content }];

    it('answers plain, with usage and cost', async () => {
      const answer = await client.chat.completions.create({
        model,
        messages: ask('Hello [[sim:tokens=4,cached=2]]'),
      });
      expect(answer).toMatchObject({
        object: 'chat.completion',
        model,
        choices: [
          {
            index: 0,
            finish_reason: 'stop',
            message: { role: 'assistant', content: 'The gate opens for' },
          },
        ],
        usage: {
          completion_tokens: 4,
          prompt_tokens_details: { cached_tokens: 2 },
          completion_tokens_details: { reasoning_tokens: 0 },
        },
      });
      expect(answer.id).toMatch(/^gen-[0-9A-Z]{26}$/);
      expect(costOf(answer.usage)).toBeGreaterThan(0);
    });

    it('streams the same answer, with one usage at the end', async () => {
      const request = { model, messages: ask('Hello [[sim:tokens=4]]') };
      const plain = await client.chat.completions.create(request);
      const stream = await client.chat.completions.create({ ...request, stream: true });
      const chunks: OpenAI.Chat.ChatCompletionChunk[] = [];
      for await (const chunk of stream) chunks.push(chunk);
      const deltas = chunks.map(({ choices }) => choices[0]?.delta);
      expect(deltas[0]).toMatchObject({ role: 'assistant', content: '' });
      expect(deltas.map((delta) => delta?.content ?? '').join('')).toBe('The gate opens for');
      expect(chunks.filter(({ usage }) => usage)).toEqual([chunks.at(-1)]);
      expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('stop');
      expect(chunks.at(-1)?.usage).toMatchObject({
        prompt_tokens: plain.usage?.prompt_tokens,
        completion_tokens: 4,
        cost: costOf(plain.usage),
      });
    });

    it('takes parallel calls of tools through several turns', async () => {
      const messages = ask('What is the weather? [[sim:tool_calls=2,tool_turns=2]]');
      for (let turn = 0; turn < 2; turn++) {
        const final = await client.chat.completions
          .stream({ model, messages, tools: [chatTool] })
          .finalChatCompletion();
        const [choice] = final.choices;
        expect(choice?.finish_reason).toBe('tool_calls');
        const calls = choice?.message.tool_calls ?? [];
        expect(calls.map((call) => call.type === 'function' && call.function.name)).toEqual([
          'weather',
          'weather',
        ]);
        messages.push({ role: 'assistant', content: null, tool_calls: calls });
        for (const call of calls) {
          if (call.type !== 'function') throw new Error('not a function');
          expect(JSON.parse(call.function.arguments)).toEqual(filledIn);
          messages.push({ role: 'tool', tool_call_id: call.id, content: 'sunny' });
        }
      }
      const last = await client.chat.completions.create({ model, messages, tools: [chatTool] });
      expect(last.choices[0]?.message.content).toMatch(/^The gate opens/);
    });

    it('answers in the schema that was asked for', async () => {
      const answer = await client.chat.completions.parse({
        model,
        messages: ask('Where?'),
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'place', strict: true, schema: parameters },
        },
      });
      expect(JSON.parse(answer.choices[0]?.message.content ?? '')).toEqual(filledIn);
      expect(answer.choices[0]?.finish_reason).toBe('stop');
    });

    it('calls the tool that it must', async () => {
      const answer = await client.chat.completions.create({
        model,
        messages: ask('Hello'),
        tools: [{ ...chatTool, function: { name: 'other', parameters } }, chatTool],
        tool_choice: { type: 'function', function: { name: 'weather' } },
      });
      expect(answer.choices[0]?.message.tool_calls).toMatchObject([
        { type: 'function', function: { name: 'weather' } },
      ]);
    });

    it('stops at its stop sequence, and at its limit', async () => {
      const stopped = await client.chat.completions.create({
        model,
        messages: ask('Hello'),
        // The Responses protocol has no stop sequences.
        ...(protocol === 'responses' ? {} : { stop: [' for'] }),
      });
      if (protocol !== 'responses') {
        expect(stopped.choices[0]?.message.content).toBe('The gate opens');
      }
      const short = await client.chat.completions.create({
        model,
        messages: ask('Hello [[sim:tokens=50]]'),
        max_tokens: 20,
      });
      expect(short.choices[0]?.finish_reason).toBe('length');
    });

    it('passes images on', async () => {
      await resetSimulator(gateway, true);
      const url = 'data:image/png;base64,iVBORw0KGgo=';
      await client.chat.completions.create({
        model,
        messages: [
          {
            role: 'user',
            content: [
              { type: 'text', text: 'What is this?' },
              { type: 'image_url', image_url: { url } },
            ],
          },
        ],
      });
      const { calls } = await readSimulatedCalls(gateway);
      expect(calls.at(-1)?.request?.body).toContain('iVBORw0KGgo=');
    });

    it('ends the call upstream when the client goes away', async () => {
      await resetSimulator(gateway);
      const stream = await client.chat.completions.create({
        model,
        messages: ask('Hello [[sim:tokens=500,chunk_delay_ms=20]]'),
        stream: true,
      });
      for await (const chunk of stream) if (chunk.choices[0]?.delta.content) break;
      stream.controller.abort();
      await waitUntil(async () => (await readSimulatedCalls(gateway)).cancelled === 1, {
        timeoutMs: 1_000,
        what: 'the cancelled call',
      });
    });
  });

  describe('on responses', () => {
    it('answers plain, with usage and cost', async () => {
      const answer = await client.responses.create({
        model,
        input: 'Hello [[sim:tokens=4,reasoning=2]]',
        instructions: 'Be brief.',
        store: false,
      });
      expect(answer).toMatchObject({ object: 'response', status: 'completed', model, error: null });
      expect(answer.id).toMatch(/^resp_[0-9A-Z]{26}$/);
      expect(answer.output_text).toBe('The gate opens for');
      expect(answer.usage).toMatchObject({
        output_tokens: 6,
        input_tokens_details: { cached_tokens: 0 },
      });
      expect(costOf(answer.usage)).toBeGreaterThan(0);
      if (protocol !== 'openai') {
        expect(answer.output.map(({ type }) => type)).toEqual(['reasoning', 'message']);
      }
    });

    it('streams the same answer, with events in their order', async () => {
      const stream = client.responses.stream({
        model,
        input: 'Hello [[sim:tokens=3]]',
        store: false,
      });
      const types: string[] = [];
      const numbers: number[] = [];
      for await (const event of stream) {
        types.push(event.type);
        numbers.push(event.sequence_number);
      }
      const final = await stream.finalResponse();
      expect(final.output_text).toBe('The gate opens');
      expect(costOf(final.usage)).toBeGreaterThan(0);
      expect(numbers).toEqual(numbers.map((_number, index) => index));
      expect(types).toEqual([
        'response.created',
        'response.in_progress',
        'response.output_item.added',
        'response.content_part.added',
        ...Array.from({ length: 3 }, () => 'response.output_text.delta'),
        'response.output_text.done',
        'response.content_part.done',
        'response.output_item.done',
        // Gemini signs its thoughts behind the text, and the signature must not get lost.
        ...(protocol === 'gemini'
          ? ['response.output_item.added', 'response.output_item.done']
          : []),
        'response.completed',
      ]);
    });

    it('takes parallel calls of tools through several turns', async () => {
      const input: OpenAI.Responses.ResponseInput = [
        { role: 'user', content: 'The weather? [[sim:tool_calls=2,tool_turns=2,reasoning=2]]' },
      ];
      for (let turn = 0; turn < 2; turn++) {
        const final = await client.responses
          .stream({ model, input, tools: [flatTool], store: false })
          .finalResponse();
        const calls = final.output.filter((item) => item.type === 'function_call');
        expect(calls.map((call) => JSON.parse(call.arguments))).toEqual([filledIn, filledIn]);
        input.push(...(final.output as OpenAI.Responses.ResponseInput));
        for (const { call_id } of calls) {
          input.push({ type: 'function_call_output', call_id, output: 'sunny' });
        }
      }
      const last = await client.responses.create({ model, input, tools: [flatTool], store: false });
      expect(last.output_text).toMatch(/^The gate opens/);
    });

    it('answers in the schema that was asked for', async () => {
      const answer = await client.responses.parse({
        model,
        input: 'Where?',
        store: false,
        text: { format: { type: 'json_schema', name: 'place', schema: parameters, strict: true } },
      });
      expect(JSON.parse(answer.output_text)).toEqual(filledIn);
    });

    it('is incomplete at its limit', async () => {
      const answer = await client.responses.create({
        model,
        input: 'Hello [[sim:tokens=50]]',
        max_output_tokens: 20,
        store: false,
      });
      expect(answer).toMatchObject({
        status: 'incomplete',
        incomplete_details: { reason: 'max_output_tokens' },
      });
    });
  });
});

describe('a Responses request that needs a memory', () => {
  it.each([
    ['store: true', { store: true }],
    ['previous_response_id', { previous_response_id: 'resp_1' }],
    ['an item_reference', { input: [{ type: 'item_reference', id: 'x' }] }],
  ])('with %s is refused', async (_name, fields) => {
    const answer = await gateway.call('/v1/responses', {
      bearer: account.key,
      body: { model: 'simulator/chat', input: 'Hello', ...fields },
    });
    expect(answer.status).toBe(400);
    expect(answer.json.error.code).toBe('invalid_prompt');
  });
});

describe('a Responses-shaped body on the chat route', () => {
  it('is taken as what it means', async () => {
    const answer = await gateway.call('/v1/chat/completions', {
      bearer: account.key,
      body: {
        model: 'simulator/chat',
        instructions: 'Be brief.',
        input: [{ role: 'user', content: [{ type: 'input_text', text: '[[sim:tool_call]]' }] }],
        tools: [flatTool],
        tool_choice: { type: 'auto' },
        max_output_tokens: 50,
        store: true,
        previous_response_id: 'resp_1',
        truncation: 'auto',
      },
    });
    expect(answer.json).toMatchObject({
      object: 'chat.completion',
      choices: [{ finish_reason: 'tool_calls' }],
    });
  });
});
