import { readJson, readJsonObject, readLines, readNumberOrNull } from './form-values';

describe('values of the operator forms', () => {
  it('are lines without blanks', () => {
    expect(readLines(' one \n\n two words\n')).toEqual(['one', 'two words']);
  });

  it('are numbers, or null for an empty field', () => {
    expect([readNumberOrNull('12'), readNumberOrNull('')]).toEqual([12, null]);
  });

  it('are objects, and the field is named when they are not', () => {
    expect(readJsonObject('rest', '')).toEqual({});
    expect(readJsonObject('rest', '{"a":1}')).toEqual({ a: 1 });
    for (const text of ['[1]', '1', 'null', '{']) {
      expect(() => readJsonObject('rest', text)).toThrow(
        expect.objectContaining({ param: 'rest' }),
      );
    }
    expect(() => readJson('models', '{"a"')).toThrow(expect.objectContaining({ status: 400 }));
  });
});
