import { joinCalls } from './join-calls';

describe('tool calls of a stream', () => {
  it('are joined by their place in the answer', () => {
    const started = joinCalls(
      [],
      [
        { index: 0, id: 'a', name: 'find' },
        { index: 2, id: 'b' },
      ],
    );
    const grown = joinCalls(started, [{ index: 0, arguments: '{"q":' }]);
    const ended = joinCalls(grown, [
      { index: 0, arguments: '1}' },
      { index: 2, name: 'sum' },
    ]);
    expect(ended).toEqual([
      { index: 0, id: 'a', name: 'find', arguments: '{"q":1}' },
      { index: 2, id: 'b', name: 'sum', arguments: '' },
    ]);
  });
});
