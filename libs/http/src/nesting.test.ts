import { isNestedDeeper } from './nesting';

describe('the nesting of a JSON text', () => {
  it.each([
    ['1', 0],
    ['{}', 1],
    ['[[],[],{"a":[]}]', 3],
    ['{"a":"[[[[","b":"\\"[[[","c":"\\\\"}', 1],
    ['{"[{":[{"\\\\\\"{":1}]}', 3],
  ])('of %s is %i', (text, depth) => {
    expect(() => void JSON.parse(text)).not.toThrow();
    expect(isNestedDeeper(text, depth)).toBe(false);
    if (depth > 0) expect(isNestedDeeper(text, depth - 1)).toBe(true);
  });
});
