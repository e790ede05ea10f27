import { isSameOrigin } from './same-origin';

describe('two addresses of providers', () => {
  it.each([
    ['https://api.example.com/v1', 'https://API.example.com/v2/', true],
    ['https://api.example.com', 'https://api.example.com:443/x', true],
    ['https://api.example.com', 'https://api.example.com:8443', false],
    ['https://api.example.com', 'http://api.example.com', false],
    ['https://api.example.com', 'https://api.example.com.evil.example', false],
    ['https://api.example.com', 'https://evil.example/api.example.com', false],
    ['https://api.example.com', 'https://api.example.com@evil.example', false],
    ['nonsense', 'nonsense', false],
  ])('%s and %s are of one origin: %p', (first, second, isSame) => {
    expect(isSameOrigin(first, second)).toBe(isSame);
  });
});
