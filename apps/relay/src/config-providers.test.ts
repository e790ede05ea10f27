import { EnvReader } from '@tollgate/config';
import { nameAddress, providerRows } from '@tollgate/provider-table';
import { readProviderSettings } from './config-providers';

const aws = {
  accessKeyId: 'AKIDEXAMPLE000000001',
  secretAccessKey: 'wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY',
  region: 'eu-west-1',
};

function read(variables: Readonly<Record<string, string>>) {
  const env = new EnvReader(variables);
  return { settings: readProviderSettings(env), env };
}

describe('the key of a cloud in the environment', () => {
  it('is used at the address of its region', () => {
    const { env, settings } = read({ BEDROCK_API_KEY: JSON.stringify(aws) });
    expect(env.faults).toEqual([]);
    expect(settings.providerAccounts.get('BEDROCK_API_KEY')).toMatchObject({
      baseUrl: 'https://bedrock-runtime.eu-west-1.amazonaws.com',
    });
  });

  it('is refused with the name of the field that is wrong', () => {
    const { env } = read({ BEDROCK_API_KEY: JSON.stringify({ ...aws, region: 'nowhere' }) });
    expect(env.faults).toEqual(['BEDROCK_API_KEY region must be like us-east-1']);
  });

  it('is refused without the address of the resource, where no address can be shipped', () => {
    const { env } = read({ AZURE_OPENAI_API_KEY: 'plain-key-0123456789' });
    expect(env.faults).toEqual([
      'AZURE_OPENAI_API_KEY needs AZURE_OPENAI_BASE_URL, the address of your resource',
    ]);
    const given = read({
      AZURE_OPENAI_API_KEY: 'plain-key-0123456789',
      AZURE_OPENAI_BASE_URL: 'https://house.openai.azure.com',
    });
    expect(given.env.faults).toEqual([]);
  });
});

describe('a self-hosted server in the environment', () => {
  it('is enabled by its address alone', () => {
    const { env, settings } = read({ VLLM_BASE_URL: 'http://10.0.0.5:8000/v1/' });
    expect(env.faults).toEqual([]);
    expect([...settings.providerAccounts]).toEqual([
      ['VLLM_API_KEY', { apiKey: undefined, baseUrl: 'http://10.0.0.5:8000/v1' }],
    ]);
  });

  it('may have a key', () => {
    const { settings } = read({
      OLLAMA_BASE_URL: 'http://127.0.0.1:11434/v1',
      OLLAMA_API_KEY: 'k',
    });
    expect(settings.providerAccounts.get('OLLAMA_API_KEY')?.apiKey?.reveal()).toBe('k');
  });

  it('is refused without its address, or with one that is no URL', () => {
    expect(read({ TGI_API_KEY: 'k' }).env.faults).toEqual([
      'TGI_API_KEY needs TGI_BASE_URL, its address',
    ]);
    expect(read({ TGI_BASE_URL: 'tgi:3000' }).env.faults).toEqual([
      'TGI_BASE_URL must be an http or https URL, such as http://127.0.0.1:3000/v1, not "tgi:3000"',
    ]);
  });
});

describe('every row of the table of providers', () => {
  it.each(providerRows.map((row) => [row.id, row] as const))('has variables: %s', (_id, row) => {
    const { env } = read({});
    const names = env.variables.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining([row.variable, nameAddress(row.variable)]));
  });
});
