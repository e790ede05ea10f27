import { isNestedDeeper } from './nesting';

describe('the nesting of a JSON value', () => {
  it.each([
    ['1', 0],
    ['"[[["', 0],
    ['{}', 1],
    ['[[],[],{"a":[]}]', 3],
    ['{"__proto__":[[1]],"a":{}}', 3],
  ])('of %s is %i', (text, depth) => {
    const value: unknown = JSON.parse(text);
    expect(isNestedDeeper(value, depth)).toBe(false);
    if (depth > 0) expect(isNestedDeeper(value, depth - 1)).toBe(true);
  });
});
