import { readExtras, readUse } from './read-answer';

describe('the extras of a response', () => {
  it('are its service tier and an item for each use of a hosted tool', () => {
    const types = ['web_search_call', 'message', 'web_search_call', 'function_call'];
    const more = ['custom_tool_call', 'computer_call', 'local_shell_call', 'mcp_call'];
    const output = [...types, ...more].map((type) => ({ type }));
    expect(readExtras({ service_tier: 'default', output })).toEqual({
      serviceTier: 'default',
      toolUses: new Map([
        ['web_search', 2],
        ['computer_use', 1],
        ['mcp', 1],
      ]),
    });
  });

  it('are empty without usage of tools', () => {
    expect(readExtras({})).toEqual({ serviceTier: undefined, toolUses: new Map() });
  });
});

describe('a use that a stream shows', () => {
  const event = (type: string, item: object) => ({
    name: type,
    data: JSON.stringify({ type, output_index: 0, item }),
  });

  it.each([
    ['response.output_item.done', 'web_search_call', 'web_search'],
    ['response.output_item.done', 'computer_call', 'computer_use'],
    ['response.output_item.done', 'function_call', undefined],
    ['response.output_item.done', 'message', undefined],
    ['response.output_item.added', 'web_search_call', undefined],
  ])('%s of %s: %s', (type, item, tool) => {
    expect(readUse(event(type, { type: item }))).toBe(tool);
  });
});
