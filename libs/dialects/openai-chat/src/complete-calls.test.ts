import { ChoiceDeltas } from './complete-calls';

const call = (fields: object): object => ({ tool_calls: [fields] });

/** The completed tool calls of each delta; undefined: the delta stays as it came. */
function completeAll(deltas: readonly object[]): unknown[] {
  const choices = new ChoiceDeltas();
  choices.complete(0, { role: 'assistant' });
  return deltas.map((delta) => {
    const text = choices.complete(0, delta as Record<string, unknown>)?.get('tool_calls');
    return text === undefined ? undefined : JSON.parse(text);
  });
}

describe('deltas of a stream', () => {
  it('get the role in the first one of each choice, and only there', () => {
    const choices = new ChoiceDeltas();
    expect(choices.complete(0, { content: 'a' })).toEqual(new Map([['role', '"assistant"']]));
    expect(choices.complete(0, { content: 'b' })).toBeUndefined();
    expect(choices.complete(1, { content: 'c' })).toEqual(new Map([['role', '"assistant"']]));
    expect(choices.complete(2, { role: 'assistant', content: null })).toBeUndefined();
  });

  it('keep complete tool calls as they are', () => {
    const first = { index: 0, id: 'c1', type: 'function', function: { name: 'f', arguments: '' } };
    const more = { index: 0, function: { arguments: '{}' } };
    const second = { index: 1, id: 'c2', type: 'function', function: { name: 'g' } };
    expect(completeAll([call(first), call(more), call(second)])).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('get the index and the type of whole calls that name neither, as Mistral sends them', () => {
    const [first, second] = completeAll([
      call({ id: 'c1', function: { name: 'f', arguments: '{}' } }),
      call({ id: 'c2', function: { name: 'g', arguments: '{}' } }),
    ]);
    expect(first).toMatchObject([{ index: 0, id: 'c1', type: 'function' }]);
    expect(second).toMatchObject([{ index: 1, id: 'c2', type: 'function' }]);
  });

  it('get the index of the call that they continue', () => {
    const completed = completeAll([
      call({ id: 'c1', type: 'function', function: { name: 'f', arguments: '{' } }),
      call({ function: { arguments: '}' } }),
      call({ id: 'c1', function: { arguments: '' } }),
      call({ id: 'c2', type: 'function', function: { name: 'g' } }),
    ]);
    expect(completed).toMatchObject([
      [{ index: 0 }],
      [{ index: 0 }],
      [{ index: 0 }],
      [{ index: 1 }],
    ]);
    expect(completed[1]).not.toMatchObject([{ type: 'function' }]);
  });

  it('get an id where a call begins without one', () => {
    const [first] = completeAll([call({ index: 0, function: { name: 'f', arguments: '{}' } })]);
    expect(first).toMatchObject([{ id: expect.stringMatching(/^call_[0-9a-f]{24}$/) }]);
  });
});
