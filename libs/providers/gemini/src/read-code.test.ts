import { readResponse } from './read-response';
import { createStreamReader } from './read-stream';

const content = {
  parts: [
    { text: 'I compute it.' },
    { executableCode: { language: 'PYTHON', code: 'print(6 * 7)' } },
    { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '42\n' } },
    { text: 'It is 42.' },
  ],
};
const body = {
  candidates: [{ content, finishReason: 'STOP' }],
  usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 9 },
};
const text = 'I compute it.\n```python\nprint(6 * 7)\n```\n\n```text\n42\n```\nIt is 42.';

describe('code that Gemini ran', () => {
  it('is a part of the text of a plain answer', () => {
    const { parts } = readResponse(body);
    expect(parts.map((part) => (part.type === 'text' ? part.text : '?')).join('')).toBe(text);
  });

  it('is a part of the text of a stream', () => {
    const parts = createStreamReader().push({ data: JSON.stringify(body) } as never);
    const texts = parts.flatMap((part) => (part.type === 'text-delta' ? [part.text] : []));
    expect(texts.join('')).toBe(text);
  });

  it('shows why it failed, and keeps its own fences inside of a longer one', () => {
    const failed = { outcome: 'OUTCOME_FAILED', output: 'a ``` b' };
    const { parts } = readResponse({
      candidates: [{ content: { parts: [{ codeExecutionResult: failed }] } }],
    });
    const block = '\n````text\nOUTCOME_FAILED\na ``` b\n````\n';
    expect(parts).toEqual([{ type: 'text', text: block }]);
  });
});
