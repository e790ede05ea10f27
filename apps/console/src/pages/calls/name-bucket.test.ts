import { nameBucket } from './name-bucket';

describe('the name of what was charged', () => {
  it.each([
    ['input', 'prompt tokens'],
    ['web', 'web searches'],
    ['tool:web_search', 'web searches of the provider'],
    ['tool:shell', 'uses of shell'],
    ['estimate', 'estimated value'],
    ['unknown', 'unknown'],
  ])('of %s: %s', (bucket, name) => {
    expect(nameBucket(bucket)).toBe(name);
  });
});
