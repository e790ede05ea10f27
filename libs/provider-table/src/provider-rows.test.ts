import { findQuirks } from './find-quirks';
import { findProviderRow, nameAddress, providerRows } from './provider-rows';

describe('the table of providers', () => {
  it('has every id once, and one main row for every name', () => {
    const ids = providerRows.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    for (const { slug } of providerRows) expect(findProviderRow(slug)?.slug).toBe(slug);
  });

  it('has the usual hosted and self-hosted providers', () => {
    const hosted = ['together', 'fireworks', 'deepinfra', 'cerebras', 'sambanova', 'nvidia'];
    const more = ['huggingface', 'nebius', 'novita', 'hyperbolic', 'openrouter'];
    for (const id of [...hosted, ...more]) {
      expect(findProviderRow(id)).toMatchObject({ protocol: 'openai', isSelfHosted: false });
    }
    const own = providerRows.filter(({ isSelfHosted }) => isSelfHosted).map(({ id }) => id);
    expect(own).toEqual(['vllm', 'sglang', 'ollama', 'lmstudio', 'llamacpp', 'tgi']);
  });

  it('has no base URL that ends in a slash, and https for all hosted providers', () => {
    const faults = providerRows.filter(
      ({ baseUrl, isSelfHosted }) =>
        baseUrl.endsWith('/') || (!isSelfHosted && !baseUrl.startsWith('https://')),
    );
    expect(faults).toEqual([]);
  });

  it('describes quirks only of providers with the protocol of OpenAI', () => {
    const others = providerRows.filter(({ protocol }) => protocol !== 'openai');
    expect(others.filter(({ quirks }) => quirks !== undefined)).toEqual([]);
  });

  it('names the variable of an address after that of the key', () => {
    expect(nameAddress('TOGETHER_API_KEY')).toBe('TOGETHER_BASE_URL');
  });
});

describe('the quirks of a provider', () => {
  it('are found by its name, at any address', () => {
    const quirks = findQuirks('mistral', 'http://127.0.0.1:9/v1');
    expect(quirks).toMatchObject({ streamOptions: false, stopsMax: 4 });
  });

  it('are found by the host of its address, under any name', () => {
    expect(findQuirks('byok', 'https://api.mistral.ai/v1')).toMatchObject({ streamOptions: false });
    expect(findQuirks('byok', 'https://api.mistral.ai/v1')).toBe(findQuirks('mistral', ''));
  });

  it('are not assumed of unknown hosts, nor of a local address', () => {
    expect(findQuirks('acme', 'https://api.example.com/v1')).toBeUndefined();
    expect(findQuirks('acme', 'http://127.0.0.1:11434/v1')).toBeUndefined();
    expect(findQuirks('acme', 'not a URL')).toBeUndefined();
  });
});
