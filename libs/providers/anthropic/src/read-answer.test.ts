import { readExtras, readUse } from './read-answer';

describe('the extras of a message', () => {
  it('are its service tier and the counts of the usage', () => {
    const usage = {
      service_tier: 'priority',
      server_tool_use: { web_search_requests: 2, web_fetch_requests: 0 },
    };
    expect(readExtras({ usage })).toEqual({
      serviceTier: 'priority',
      toolUses: new Map([
        ['web_search', 2],
        ['web_fetch', 0],
      ]),
    });
  });

  it('are counted by blocks for tools that the usage does not count', () => {
    const content = [
      { type: 'server_tool_use', name: 'bash_code_execution' },
      { type: 'server_tool_use', name: 'text_editor_code_execution' },
      { type: 'server_tool_use', name: 'web_search' },
      { type: 'mcp_tool_use', name: 'any' },
      { type: 'tool_use', name: 'mine' },
    ];
    const usage = { server_tool_use: { web_search_requests: 1 } };
    expect(readExtras({ usage, content }).toolUses).toEqual(
      new Map([
        ['code_execution', 2],
        ['web_search', 1],
        ['mcp', 1],
      ]),
    );
  });

  it.each([-1, 0.5, '3', 1e12])('do not count %p uses', (count) => {
    const usage = { server_tool_use: { web_search_requests: count, other: 4 } };
    expect(readExtras({ usage }).toolUses).toEqual(new Map());
  });
});

describe('a use that a stream shows', () => {
  it.each([
    ['content_block_start', 'server_tool_use', 'web_search', 'web_search'],
    ['content_block_start', 'server_tool_use', 'bash_code_execution', 'code_execution'],
    ['content_block_start', 'mcp_tool_use', 'any', 'mcp'],
    ['content_block_start', 'tool_use', 'web_search', undefined],
    ['content_block_stop', 'server_tool_use', 'web_search', undefined],
  ])('%s of %s %s: %s', (type, block, name, tool) => {
    const data = JSON.stringify({ type, index: 0, content_block: { type: block, name } });
    expect(readUse({ name: type, data })).toBe(tool);
  });
});
