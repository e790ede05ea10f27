import { noInstructions, readInstructions } from './instructions';

describe('readInstructions', () => {
  it('finds nothing in ordinary calls', () => {
    expect(readInstructions('chat', 'Hello [[friend]]')).toBe(noInstructions);
  });

  it('reads the model name and the last user message, which wins', () => {
    const instructions = readInstructions(
      'chat+status=500,delay_ms=20',
      'please [[sim:status=429 tokens=7]] thanks',
    );
    expect(instructions).toMatchObject({ status: 429, delayMs: 20, tokens: 7 });
  });

  it.each([
    ['chunk_delay_ms=5', { chunkDelayMs: 5 }],
    ['hang', { body: 'hang' }],
    ['hang_after=2', { hangAfter: 2 }],
    ['cut_after=0', { cutAfter: 0 }],
    ['no_usage', { usage: 'none' }],
    ['zero_usage', { usage: 'zero' }],
    ['usage_twice', { usage: 'twice' }],
    ['bad_usage=nan', { usage: 'nan' }],
    ['garbage', { body: 'garbage' }],
    ['bad_sse', { body: 'bad_sse' }],
    ['huge_event,huge_bytes=10', { body: 'huge_event', hugeBytes: 10 }],
    ['empty_choices', { body: 'empty_choices' }],
    ['reasoning=3', { reasoning: 3 }],
    ['cached=4', { cached: 4 }],
    ['tool_call', { toolCalls: 1 }],
    ['tool=Bash', { toolCalls: 1, toolName: 'Bash' }],
    ['tool_args=eyJhIjoiYiJ9', { toolArguments: '{"a":"b"}' }],
    ['tool_args=no', {}],
    ['status=400,code=context_length_exceeded', { status: 400, code: 'context_length_exceeded' }],
  ])('knows %s', (text, expected) => {
    expect(readInstructions('chat', `[[sim:${text}]]`)).toEqual({ ...noInstructions, ...expected });
  });

  it('ignores unknown instructions and bounds known ones', () => {
    const text = '[[sim:tokens=999999999,delay_ms=-1,status=200,bad_usage=x,constructor=1,=]]';
    expect(readInstructions('chat', text)).toEqual({ ...noInstructions, tokens: 200_000 });
  });

  it('reads a marker that is not closed', () => {
    expect(readInstructions('chat', '[[sim:tokens=3').tokens).toBe(3);
  });
});
