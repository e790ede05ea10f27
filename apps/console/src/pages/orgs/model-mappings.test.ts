import { formatMappings, readMappings } from './model-mappings';

describe('the models of an own provider key', () => {
  it('are one on each line, and a line reads as it was written', () => {
    const models = [
      { model: 'openai/gpt-5-mini', upstreamModel: 'gpt-5-mini', enabled: true },
      { model: 'openai/gpt-5', upstreamModel: 'gpt-5', enabled: false },
    ];
    const text = 'openai/gpt-5-mini = gpt-5-mini\n# openai/gpt-5 = gpt-5';
    expect(formatMappings(models)).toBe(text);
    expect(readMappings(text)).toEqual(models);
  });

  it('are called the same by the provider when a line has one name', () => {
    expect(readMappings('\n llama-4 \n')).toEqual([
      { model: 'llama-4', upstreamModel: 'llama-4', enabled: true },
    ]);
  });
});
