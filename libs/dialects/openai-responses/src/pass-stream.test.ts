import { AppError } from '@tollgate/errors';
import { emptyUsage, type PassStreamInput } from '@tollgate/model-spec';
import { openAiResponses } from './dialect';

const face = {
  ulid: '01J9ZZZZZZZZZZZZZZZZZZZZZZ',
  model: 'acme/chat-1',
  requestId: 'req_1',
  createdAtSeconds: 1_763_110_800,
};
const failures: [number, string][] = [];
const adapter: PassStreamInput['adapter'] = {
  mapError: (status, text) => {
    failures.push([status, text]);
    return { kind: 'overloaded' };
  },
  readExtras: () => ({}),
  mapStopReason: (word) => (word === 'completed' ? 'stop' : 'length'),
  mapUsage: () => ({ kind: 'usage', usage: { ...emptyUsage, output: 1 } }),
};
const createStream = (): ReturnType<typeof openAiResponses.createPassStream> => {
  const body = { model: 'acme/chat-1', input: 'Hello', stream: true };
  const request = openAiResponses.parseRequest(JSON.stringify(body), body);
  return openAiResponses.createPassStream({ face, request, adapter });
};
const event = (type: string, rest: string): { name: string; data: string } => ({
  name: type,
  data: `{"type":"${type}",${rest}}`,
});
const created = event(
  'response.created',
  '"sequence_number":0,"response":{"id":"resp_x","model":"up","status":"in_progress","output":[],"big":1.0}',
);
const item = '{"id":"msg_1","type":"message","n": 1.50}';
const done = event(
  'response.output_item.done',
  `"sequence_number":7,"output_index":0,"item":${item}`,
);
const completed = (rest: string): { name: string; data: string } =>
  event('response.completed', `"response":{"id":"resp_x","model":"up",${rest}}`);

describe('a native stream', () => {
  it('begins for the client with its first content, so that another may still begin', () => {
    const stream = createStream();
    expect(stream.push(created)).toBe('');
    expect(stream.hasContent).toBe(false);
    const frames = stream.push(done);
    expect(frames).toContain(`"id":"resp_${face.ulid}","model":"acme/chat-1"`);
    expect(frames.endsWith(`event: ${done.name}\ndata: ${done.data}\n\n`)).toBe(true);
    expect(stream.hasContent).toBe(true);
  });

  it('that we end carries the output so far, with the next sequence numbers', () => {
    const stream = createStream();
    stream.push(created);
    stream.push(done);
    const frames = stream.fail(new AppError('timeout'));
    expect(frames).toContain(`"output":[${item}],"big":1.0`);
    expect(frames).toMatch(/^event: response\.failed\ndata: \{"type":"response\.failed"/);
    expect(frames).toContain('"sequence_number":8');
    expect(frames).toContain('"error_code":504');
  });

  it.each([
    ['an end that was kept back', 'response.completed'],
    ['the failure that it tells', 'response.failed'],
    ['a plain error', 'error'],
  ])('is numbered on without a gap after %s', (_name, type) => {
    const stream = createStream();
    stream.push(created);
    stream.push(done);
    stream.push(event(type, '"sequence_number":8,"response":{"status":"completed"}'));
    expect(stream.fail(new AppError('timeout'))).toContain('"sequence_number":8');
  });

  it('ends by its calls, whatever the status is', () => {
    const stream = createStream();
    stream.push(completed('"status":"completed","output":[{"type":"function_call"}]'));
    expect(stream).toMatchObject({ finishReason: 'tool_calls', nativeFinishReason: 'completed' });
  });

  it('changes id, model and usage of its last event and no other byte', () => {
    const stream = createStream();
    stream.push(
      completed('"status":"completed","output":[{"x": 1.50}],"usage":{"output_tokens":1}'),
    );
    const settled = { usage: emptyUsage, costNanos: 0n, upstream: { extra: 1 } };
    expect(stream.finish(settled).replace(/"usage":\{.*\}\}\}/, '"usage":{}}}')).toBe(
      `event: response.completed\ndata: {"type":"response.completed","response":{"id":"resp_${face.ulid}","model":"acme/chat-1","status":"completed","output":[{"x": 1.50}],"usage":{}}}\n\n`,
    );
    expect(stream.finish(settled)).toContain('"extra":1');
  });

  it('keeps the reason of an early end', () => {
    const stream = createStream();
    const details = '"incomplete_details":{"reason":"max_output_tokens"}';
    stream.push(event('response.incomplete', `"response":{"status":"incomplete",${details}}`));
    expect(stream).toMatchObject({
      finishReason: 'length',
      nativeFinishReason: 'max_output_tokens',
    });
  });

  it.each([
    [event('error', '"code":"rate_limit_exceeded","message":"x"'), 429],
    [event('error', '"error":{"code":"context_length_exceeded"}'), 400],
    [event('response.failed', '"response":{"error":{"code":"server_error"}}'), 500],
  ])('that fails by %j fails as with a status', (failed, status) => {
    const stream = createStream();
    expect(stream.push(failed)).toBe('');
    expect(stream.failure).toEqual({ kind: 'overloaded' });
    expect(failures.at(-1)?.[0]).toBe(status);
  });
});
