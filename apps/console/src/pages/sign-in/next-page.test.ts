import { readNext } from './next-page';

describe('the page after the sign-in', () => {
  it.each([
    ['/keys?find=ci', '/keys?find=ci'],
    [undefined, '/'],
    ['https://elsewhere.example', '/'],
    ['//elsewhere.example', '/'],
    ['/\\elsewhere.example', '/'],
    ['javascript:alert(1)', '/'],
  ])('for %s is %s', (next, expected) => {
    expect(readNext(next)).toBe(expected);
  });
});
