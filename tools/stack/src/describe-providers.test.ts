import { describeProviders } from './describe-providers';

const ask = (items: readonly object[]): Promise<string> =>
  describeProviders(async () => ({ status: 200, body: { items }, cookie: undefined }), {});
const simulator = { id: 'pkey_env-simulator', provider: 'simulator', enabled: true };

describe('the line about providers', () => {
  it.each([
    ['says that nothing is real', [simulator], 'the simulator answers for every model'],
    [
      'does not count a key whose variable is gone',
      [simulator, { id: 'pkey_env-openai', provider: 'openai', enabled: false }],
      'the simulator answers for every model',
    ],
    [
      'names each provider once',
      [
        simulator,
        { id: 'pkey_env-google', provider: 'google', enabled: true },
        { id: 'pkey_env-google-embeddings', provider: 'google', enabled: true },
        { id: 'pkey_env-anthropic', provider: 'anthropic', enabled: true },
      ],
      'providers with a key: anthropic, google',
    ],
  ])('%s', async (_about, items, line) => {
    expect(await ask(items)).toContain(line);
  });
});
