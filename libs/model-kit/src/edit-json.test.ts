import fc from 'fast-check';
import { editElements, editJson, findMemberText } from './edit-json';

const edit = (text: string, edits: Record<string, string | undefined>): string =>
  editJson(text, new Map(Object.entries(edits)));

describe('editJson', () => {
  it('keeps every byte outside the edits', () => {
    const text =
      '{ "model" : "a/b", "seed":12345678901234567890, "t":1.0,"x":[1, {"model":"inner"}] }';
    expect(edit(text, { model: '"z"' })).toBe(
      '{ "model" : "z", "seed":12345678901234567890, "t":1.0,"x":[1, {"model":"inner"}] }',
    );
    expect(edit(` ${text}\n`, {})).toBe(` ${text}\n`);
  });

  it.each([
    ['{ "a" : 1 , "b":2 , "c": 3 }', 'a', '{ "b":2 , "c": 3 }'],
    ['{ "a" : 1 , "b":2 , "c": 3 }', 'b', '{ "a" : 1 , "c": 3 }'],
    ['{ "a" : 1 , "b":2 , "c": 3 }', 'c', '{ "a" : 1 , "b":2 }'],
    ['{ "a" : 1 }', 'a', '{ }'],
    ['{"a":1,"a":2,"b":3}', 'a', '{"b":3}'],
  ])('removes from %s the member %s and its comma alone', (text, key, expected) => {
    expect(edit(text, { [key]: undefined })).toBe(expected);
  });

  it('adds after the last member, whatever was removed', () => {
    expect(edit('{ "a":1 }', { a: undefined, c: '3' })).toBe('{ "c":3}');
    expect(edit('{ "a":1 , "b":2 }', { b: undefined, c: '3' })).toBe('{ "a":1,"c":3 }');
    expect(edit('{ }', { c: '3' })).toBe('{"c":3 }');
  });

  it('adds what was not there and removes what is to go', () => {
    expect(edit('{"a":1,"b":2}', { b: undefined, c: '[3]' })).toBe('{"a":1,"c":[3]}');
    expect(edit('{}', { c: '3' })).toBe('{"c":3}');
  });

  it('is not misled by quotes, braces and escapes inside strings', () => {
    const text = String.raw`{"p":"a\"}],{\\","model":"x","q":"\\\""}`;
    expect(JSON.parse(edit(text, { model: '"y"' }))).toEqual({ ...JSON.parse(text), model: 'y' });
  });

  it('finds members whose key is written with escapes, and duplicate ones', () => {
    expect(edit(String.raw`{"mod\u0065l":1,"model":2,"b":3}`, { model: '9' })).toBe(
      String.raw`{"mod\u0065l":9,"b":3}`,
    );
  });

  it('agrees with parse, change and stringify for any JSON object', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.string(),
        fc.jsonValue(),
        (object, key, value) => {
          const text = JSON.stringify(object, null, 1);
          const clean = JSON.parse(text) as Record<string, unknown>;
          if (key === '__proto__') return;
          const expected = { ...clean, [key]: JSON.parse(JSON.stringify(value)) as unknown };
          expect(JSON.parse(edit(text, { [key]: JSON.stringify(value) }))).toEqual(expected);
          const without = Object.fromEntries(
            Object.entries(clean).filter(([name]) => name !== key),
          );
          expect(JSON.parse(edit(text, { [key]: undefined }))).toEqual(without);
        },
      ),
    );
  });
});

describe('findMemberText', () => {
  it('gives the bytes of a value', () => {
    expect(findMemberText('{"usage":{"a": 1.50},"b":2}', 'usage')).toBe('{"a": 1.50}');
    expect(findMemberText('{"b":2}', 'usage')).toBeUndefined();
  });
});

describe('editElements', () => {
  it('keeps every byte outside the edits', () => {
    const text = '[ {"a": 1.50} ,2,"x,]" , [3]]';
    expect(editElements(text, (element) => element)).toBe(text);
    const edited = editElements(text, (element, index) => (index === 2 ? '"y"' : element));
    expect(edited).toBe('[ {"a": 1.50} ,2,"y" , [3]]');
  });

  it('has nothing to do in an empty list', () => {
    expect(editElements('[ ]', () => 'never')).toBe('[ ]');
  });
});
