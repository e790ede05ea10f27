import { parseTools } from './parse-tools';

describe('tools as JSON', () => {
  it('may be left out', () => {
    expect(parseTools('  ')).toEqual({ tools: [] });
  });

  it('are read with and without the frame of Chat Completions', () => {
    const tool = { name: 'find', description: 'Finds', parameters: { type: 'object' } };
    const framed = [{ type: 'function', function: tool }];
    expect(parseTools(JSON.stringify([tool]))).toEqual({ tools: [tool] });
    expect(parseTools(JSON.stringify(framed))).toEqual({ tools: [tool] });
  });

  it.each(['[{"description":"no name"}]', '[1]', 'not JSON'])('refuse %s', (text) => {
    expect(parseTools(text).error).toBeDefined();
    expect(parseTools(text).tools).toEqual([]);
  });
});
