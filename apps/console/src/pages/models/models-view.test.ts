import { listCompared, readModelsView, readWhatIfView, toggleCompared } from './models-view';

describe('the models that are compared', () => {
  it('stand in the URL, at most four and each once', () => {
    const view = readModelsView({ compare: 'a/1,a/2,nothing,a/1,a/3,a/4,a/5' });
    expect(listCompared(view)).toEqual(['a/1', 'a/2', 'a/3', 'a/4']);
  });

  it('come and go one by one', () => {
    const one = toggleCompared({ find: 'gpt' }, 'a/1');
    expect(one).toEqual({ find: 'gpt', compare: 'a/1' });
    expect(toggleCompared(one, 'a/2').compare).toBe('a/1,a/2');
    expect(toggleCompared(one, 'a/1')).toEqual({ find: 'gpt' });
  });
});

describe('the prices that one compares with', () => {
  it('stand in the URL as a version or as a model', () => {
    expect(readWhatIfView({ prices: 3, other: 'x' })).toEqual({ prices: '3' });
    expect(readWhatIfView({ prices: 'a/b' })).toEqual({ prices: 'a/b' });
    expect(readWhatIfView({})).toEqual({});
  });
});
