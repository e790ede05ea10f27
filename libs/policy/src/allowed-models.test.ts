import { compileAllowedModels } from './allowed-models';

describe('allowed models', () => {
  it('are all of them while no layer has a list', () => {
    expect(compileAllowedModels([[], [], []])).toBeNull();
  });

  it.each<[readonly (readonly string[])[], string, boolean]>([
    [[['openai/gpt-4o']], 'openai/gpt-4o', true],
    [[['openai/gpt-4o']], 'openai/gpt-4o-mini', false],
    [[['openai/gpt-4o']], 'openai/gpt-4o:free', true],
    [[['openai/*']], 'openai/gpt-4o', true],
    [[['openai/*']], 'openai-eu/gpt-4o', false],
    [[['openai/*'], ['anthropic/*']], 'openai/gpt-4o', false],
    [[['openai/*'], [], ['openai/gpt-4o', 'x/y']], 'openai/gpt-4o', true],
    [[['openai/*'], [], ['openai/gpt-4o', 'x/y']], 'x/y', false],
    [[['openai/*']], 'plain', false],
  ])('are what every list %j lets pass: %s is %s', (layers, model, expected) => {
    expect(compileAllowedModels(layers)?.(model)).toBe(expected);
  });
});
