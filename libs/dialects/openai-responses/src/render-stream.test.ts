import { AppError } from '@tollgate/errors';
import { emptyUsage, type StreamPart } from '@tollgate/model-spec';
import { SseReader, type Fields } from '@tollgate/model-kit';
import { openAiResponses } from './dialect';

const face = {
  ulid: '01J9ZZZZZZZZZZZZZZZZZZZZZZ',
  model: 'acme/chat-1',
  requestId: 'req_1',
  createdAtSeconds: 1_763_110_800,
};
const settled = {
  usage: { ...emptyUsage, input: 3, output: 2 },
  costNanos: 1_000n,
  upstream: undefined,
};
const createRenderer = (
  changes: Fields,
): ReturnType<typeof openAiResponses.createStreamRenderer> => {
  const body = { model: 'acme/chat-1', input: 'Hello', stream: true, ...changes };
  const request = openAiResponses.parseRequest(JSON.stringify(body), body);
  return openAiResponses.createStreamRenderer({ face, request });
};
const readEvents = (frames: string): readonly Fields[] =>
  new SseReader(1_000_000).push(Buffer.from(frames)).map(({ data, name }) => {
    const event = JSON.parse(data) as Fields;
    expect(name).toBe(event['type']);
    return event;
  });
const render = (parts: readonly StreamPart[], changes: Fields = {}): readonly Fields[] => {
  const renderer = createRenderer(changes);
  const frames = parts.map((part) => renderer.push(part)).join('');
  return readEvents(frames + renderer.finish(settled));
};
/** Ids are random: each is replaced by the position of its first use. */
const nameIds = (events: readonly Fields[]): unknown => {
  const seen: string[] = [];
  const text = JSON.stringify(events).replace(/"(msg|rs|fc|ctc)_[0-9A-Z]{26}"/g, (id) => {
    if (!seen.includes(id)) seen.push(id);
    return `"#${seen.indexOf(id)}"`;
  });
  return JSON.parse(text);
};
const body = (events: readonly Fields[]): readonly Fields[] => events.slice(2, -1);

const finish = (finishReason: 'stop' | 'tool_calls'): StreamPart => ({
  type: 'finish',
  finishReason,
  nativeFinishReason: finishReason,
});

describe('the events of a translated stream', () => {
  it('begin with the response and are numbered without gaps', () => {
    const events = render([{ type: 'text-delta', text: 'a' }, finish('stop')]);
    expect(events.map((event) => event['sequence_number'])).toEqual(events.map((_, n) => n));
    const response = { status: 'in_progress', output: [], usage: null, id: `resp_${face.ulid}` };
    expect(events.slice(0, 2)).toMatchObject([
      { type: 'response.created', response },
      { type: 'response.in_progress', response },
    ]);
  });

  it('of reasoning and text are those of the list', () => {
    const annotation = { url: 'https://a.test', title: 'A', startIndex: 0, endIndex: 1 };
    const events = render([
      { type: 'reasoning-delta', text: 'h', format: 'anthropic' },
      { type: 'reasoning-delta', text: 'm', format: 'anthropic' },
      { type: 'reasoning-end', format: 'anthropic', signature: 'sig' },
      { type: 'text-delta', text: 'a' },
      { type: 'annotation', annotation },
      finish('stop'),
    ]);
    const summary = { item_id: '#0', output_index: 0, summary_index: 0 };
    const thought = { type: 'summary_text', text: 'hm' };
    const content = { item_id: '#1', output_index: 1, content_index: 0 };
    const citation = {
      type: 'url_citation',
      url: 'https://a.test',
      title: 'A',
      start_index: 0,
      end_index: 1,
    };
    const part = { type: 'output_text', text: 'a', annotations: [citation], logprobs: [] };
    const message = { id: '#1', type: 'message', role: 'assistant' };
    const reasoning = {
      id: '#0',
      type: 'reasoning',
      summary: [thought],
      encrypted_content: 'tollgate1.anthropic:sig',
    };
    const listed = [
      {
        type: 'response.output_item.added',
        output_index: 0,
        item: { id: '#0', type: 'reasoning', summary: [], status: 'in_progress' },
      },
      {
        type: 'response.reasoning_summary_part.added',
        ...summary,
        part: { type: 'summary_text', text: '' },
      },
      { type: 'response.reasoning_summary_text.delta', ...summary, delta: 'h' },
      { type: 'response.reasoning_summary_text.delta', ...summary, delta: 'm' },
      { type: 'response.reasoning_summary_text.done', ...summary, text: 'hm' },
      { type: 'response.reasoning_summary_part.done', ...summary, part: thought },
      { type: 'response.output_item.done', output_index: 0, item: reasoning },
      {
        type: 'response.output_item.added',
        output_index: 1,
        item: { ...message, status: 'in_progress', content: [] },
      },
      {
        type: 'response.content_part.added',
        ...content,
        part: { type: 'output_text', text: '', annotations: [], logprobs: [] },
      },
      { type: 'response.output_text.delta', ...content, delta: 'a', logprobs: [] },
      {
        type: 'response.output_text.annotation.added',
        ...content,
        annotation_index: 0,
        annotation: citation,
      },
      { type: 'response.output_text.done', ...content, text: 'a', logprobs: [] },
      { type: 'response.content_part.done', ...content, part },
      {
        type: 'response.output_item.done',
        output_index: 1,
        item: { ...message, status: 'completed', content: [part] },
      },
    ];
    expect(body(nameIds(events) as Fields[])).toEqual(
      listed.map((event, index) => ({ ...event, sequence_number: index + 2 })),
    );
    expect(events.at(-1)).toMatchObject({
      type: 'response.completed',
      response: {
        status: 'completed',
        completed_at: expect.any(Number),
        output: [{ type: 'reasoning' }, { type: 'message' }],
        usage: { input_tokens: 3, output_tokens: 2, cost: 0.000001 },
      },
    });
  });

  it('of a refusal are inside a part of its own', () => {
    const events = render([{ type: 'refusal-delta', text: 'No.' }, finish('stop')]);
    const part = { type: 'refusal', refusal: 'No.' };
    expect(body(events)).toMatchObject([
      { type: 'response.output_item.added', item: { type: 'message', content: [] } },
      { type: 'response.content_part.added', part: { type: 'refusal', refusal: '' } },
      { type: 'response.refusal.delta', content_index: 0, delta: 'No.' },
      { type: 'response.refusal.done', refusal: 'No.' },
      { type: 'response.content_part.done', part },
      { type: 'response.output_item.done', item: { content: [part] } },
    ]);
  });

  it('of calls that interleave come one call after the other', () => {
    const events = render([
      { type: 'tool-call-start', index: 0, id: 'a', name: 'f' },
      { type: 'tool-call-start', index: 1, id: 'b', name: 'g' },
      { type: 'tool-call-delta', index: 1, arguments: '{}' },
      { type: 'tool-call-delta', index: 0, arguments: '{"x":1}' },
      finish('tool_calls'),
    ]);
    const call = { id: '#0', type: 'function_call', call_id: 'a', name: 'f' };
    const place = { item_id: '#0', output_index: 0 };
    expect(body(nameIds(events) as Fields[])).toMatchObject([
      {
        type: 'response.output_item.added',
        output_index: 0,
        item: { ...call, arguments: '', status: 'in_progress' },
      },
      { type: 'response.function_call_arguments.delta', ...place, delta: '{"x":1}' },
      {
        type: 'response.function_call_arguments.done',
        ...place,
        name: 'f',
        arguments: '{"x":1}',
      },
      {
        type: 'response.output_item.done',
        output_index: 0,
        item: { ...call, arguments: '{"x":1}', status: 'completed' },
      },
      { type: 'response.output_item.added', output_index: 1, item: { call_id: 'b' } },
      { type: 'response.function_call_arguments.delta', output_index: 1 },
      { type: 'response.function_call_arguments.done', output_index: 1 },
      { type: 'response.output_item.done', output_index: 1 },
    ]);
  });

  it('of a tool for free text carry the bare text', () => {
    const events = render(
      [
        { type: 'tool-call-start', index: 0, id: 'a', name: 'patch' },
        { type: 'tool-call-delta', index: 0, arguments: '{"input":"x\\n' },
        { type: 'tool-call-delta', index: 0, arguments: '\\"y\\""}' },
        finish('tool_calls'),
      ],
      { tools: [{ type: 'custom', name: 'patch' }] },
    );
    const call = { type: 'custom_tool_call', call_id: 'a', name: 'patch' };
    expect(body(nameIds(events) as Fields[])).toMatchObject([
      {
        type: 'response.output_item.added',
        item: { id: '#0', ...call, input: '', status: 'in_progress' },
      },
      { type: 'response.custom_tool_call_input.delta', item_id: '#0', delta: 'x\n"y"' },
      { type: 'response.custom_tool_call_input.done', item_id: '#0', input: 'x\n"y"' },
      {
        type: 'response.output_item.done',
        item: { id: '#0', ...call, input: 'x\n"y"', status: 'completed' },
      },
    ]);
  });

  it('of a tool in a namespace name it as the client does', () => {
    const tool = { type: 'function', name: 'f' };
    const events = render(
      [
        { type: 'tool-call-start', index: 0, id: 'a', name: 'ns__f', thoughtSignature: 'g' },
        finish('tool_calls'),
      ],
      { tools: [{ type: 'namespace', name: 'ns', tools: [tool] }] },
    );
    const call = { name: 'f', namespace: 'ns', arguments: '{}' };
    const done = events.filter(({ type }) => type === 'response.output_item.done');
    expect(done).toMatchObject([
      { output_index: 0, item: { type: 'reasoning', encrypted_content: 'tollgate1.google:g' } },
      { output_index: 1, item: call },
    ]);
  });

  it('leave out reasoning that the caller excluded', () => {
    const parts: StreamPart[] = [
      { type: 'reasoning-delta', text: 'hm', format: 'unknown' },
      { type: 'redacted-reasoning', format: 'anthropic', data: 'x' },
      finish('stop'),
    ];
    expect(body(render(parts, { reasoning: { exclude: true } }))).toEqual([]);
    expect(body(render(parts))).not.toEqual([]);
  });

  it('repeat the request in the response', () => {
    const changes = {
      instructions: 'Be brief.',
      temperature: 0.5,
      max_output_tokens: 20,
      tools: [{ type: 'function', name: 'f', parameters: {} }],
      reasoning: { effort: 'low' },
      response_format: { type: 'json_schema', json_schema: { name: 'x', schema: {} } },
      background: true,
    };
    const { response_format: _format, ...repeated } = changes;
    expect(render([finish('stop')], changes)[0]).toMatchObject({
      response: {
        ...repeated,
        background: false,
        reasoning: { effort: 'low', summary: null },
        text: { format: { type: 'json_schema', name: 'x', schema: {} } },
      },
    });
  });

  it('that fail leave open items open and carry the output so far', () => {
    const renderer = createRenderer({});
    const frames = renderer.push({ type: 'text-delta', text: 'a' });
    const events = readEvents(frames + renderer.fail(new AppError('insufficient_credits')));
    expect(events.map(({ type }) => type)).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.failed',
    ]);
    expect(events.at(-1)).toMatchObject({
      sequence_number: 5,
      response: {
        status: 'failed',
        error: { code: 'insufficient_quota', type: 'billing_error' },
        error_code: 'insufficient_credits',
        output: [{ type: 'message', status: 'incomplete', content: [{ text: 'a' }] }],
        usage: null,
      },
    });
  });
});
