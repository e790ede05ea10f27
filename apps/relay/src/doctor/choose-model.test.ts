import { join } from 'node:path';
import { readSeed } from '../catalog/seed/seed';
import { parseDoctorArguments } from './arguments';
import { chooseDoctorAccount } from './choose-account';
import { chooseDoctorModel, type DoctorModel } from './choose-model';

const { models } = readSeed(join(__dirname, '../../seed'));
const environment = { OPENAI_API_KEY: 'sk-12345678', VLLM_BASE_URL: 'http://127.0.0.1:8000/v1/' };

function choose(...given: string[]): DoctorModel {
  const wanted = parseDoctorArguments(given);
  return chooseDoctorModel(wanted.model, chooseDoctorAccount(wanted, environment), models);
}

describe('the model that a provider is checked with', () => {
  it('is the cheapest chat model of the provider in the shipped catalog', () => {
    const { prices, upstreamModel } = choose('openai');
    expect(upstreamModel).toMatch(/nano|mini/);
    expect(prices).toBeDefined();
  });

  it('is named as in the catalog, or as the provider names it', () => {
    const named = choose('openai', '--model', 'openai/gpt-4o');
    expect(named).toMatchObject({ upstreamModel: 'gpt-4o', family: 'openai' });
    expect(choose('openai', '--model', 'gpt-4o')).toEqual(named);
  });

  it('may be one without prices', () => {
    const own = choose('vllm', '--model', 'mine');
    expect(own).toMatchObject({ upstreamModel: 'mine', prices: undefined });
    expect(() => choose('vllm')).toThrow('name one with --model');
  });
});

describe('the account that is checked', () => {
  it('is at the address of the variable, without a slash at its end', () => {
    const wanted = parseDoctorArguments(['vllm']);
    expect(chooseDoctorAccount(wanted, environment)).toMatchObject({
      ...{ baseUrl: 'http://127.0.0.1:8000/v1', apiKey: '', isSimulator: false },
    });
  });

  it('needs credentials of the form of its protocol', () => {
    const wanted = parseDoctorArguments(['simulator-openai', '--base-url', 'http://127.0.0.1:1']);
    expect(() => chooseDoctorAccount(wanted, { SIMULATOR_API_KEY: '{"a":1}' })).toThrow(
      'takes a plain key',
    );
  });
});
