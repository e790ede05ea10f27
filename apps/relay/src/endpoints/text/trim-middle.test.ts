import { groupItems, type PromptUnit } from './prompt-items';
import { keepEnds, trimMiddle } from './trim-middle';

const say = (role: string, content: string): object => ({ role, content });
const call = (id: string): object => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name: 'f', arguments: '{}' } }],
});
const result = (id: string): object => ({ role: 'tool', tool_call_id: id, content: 'done' });

describe('units of a prompt', () => {
  it('hold a call of a tool together with all its results', () => {
    const items = [say('user', 'a'), call('1'), result('1'), result('2'), say('user', 'b')];
    expect(groupItems(items).map((unit) => unit.items.length)).toEqual([1, 3, 1]);
  });

  it('keep parallel calls of Responses together, and start over after their results', () => {
    const items = [
      { type: 'reasoning' },
      { type: 'function_call', call_id: '1' },
      { type: 'function_call', call_id: '2' },
      { type: 'function_call_output', call_id: '1' },
      { type: 'function_call_output', call_id: '2' },
      { type: 'function_call', call_id: '3' },
      { type: 'function_call_output', call_id: '3' },
    ];
    expect(groupItems(items).map((unit) => unit.items.length)).toEqual([5, 2]);
  });

  it('of instructions are fixed', () => {
    const items = [say('system', 'a'), say('user', 'b'), say('developer', 'c')];
    expect(groupItems(items).map((unit) => unit.isFixed)).toEqual([true, false, true]);
  });

  it('weigh media by the piece', () => {
    const image = {
      type: 'image_url',
      image_url: { url: `data:image/png;base64,${'A'.repeat(1e6)}` },
    };
    const [unit] = groupItems([{ role: 'user', content: [image] }]);
    expect(unit?.tokens).toBeLessThan(2_000);
  });
});

describe('middle-out', () => {
  const items = [
    say('system', 'rules'),
    say('user', 'first'),
    say('assistant', 'x'.repeat(320)),
    say('user', 'middle '.repeat(50)),
    say('assistant', 'y'.repeat(320)),
    say('user', 'last'),
  ];
  const weigh = (units: readonly PromptUnit[]): number =>
    units.reduce((sum, { tokens }) => sum + tokens, 0);
  const trim = (given: readonly object[], excess: number): unknown[] => {
    const units = groupItems(given);
    const budget = weigh(units) - excess;
    return trimMiddle(units, (left) => weigh(left) - budget).flatMap((unit) => unit.items);
  };
  const kept = (excess: number): unknown[] => trim(items, excess);

  it('removes the unit nearest the middle first', () => {
    expect(kept(1)).toEqual(items.filter((_item, index) => index !== 3));
  });

  it('removes only as much as is needed', () => {
    expect(kept(0)).toEqual(items);
    expect(kept(150)).toHaveLength(4);
  });

  it('keeps the instructions, the first and the last user message, whatever is asked', () => {
    expect(kept(1e9)).toEqual([items[0], items[1], items[5]]);
  });

  it('keeps the last user message when a call and its result come after it', () => {
    const conversation = [say('user', 'first'), say('user', 'question'), call('1'), result('1')];
    const middle = [say('assistant', 'x'), say('user', 'y')];
    const long = [conversation[0], ...middle, ...conversation.slice(1)] as object[];
    expect(trim(long, 1e9)).toEqual(conversation);
  });

  it('continues when its weights were above the counted excess', () => {
    const units = groupItems(
      Array.from({ length: 40 }, (_unused, index) => say('user', `message ${index}`)),
    );
    // One token each is counted, and the weight of a unit is several.
    const left = trimMiddle(units, (remaining) => remaining.length - 10);
    expect(left.length).toBeLessThanOrEqual(10);
    expect(left[0]).toBe(units[0]);
    expect(left.at(-1)).toBe(units.at(-1));
  });

  it('never tears a call from its result', () => {
    const long = [
      say('user', 'first'),
      call('1'),
      result('1'),
      say('assistant', 'z'.repeat(640)),
      call('2'),
      result('2'),
      say('user', 'last'),
    ];
    for (let excess = 0; excess < 400; excess += 7) {
      const roles = trim(long, excess).map((item) =>
        'tool_calls' in (item as object) ? 'call' : (item as { role: string }).role,
      );
      roles.forEach((role, index) => {
        if (role === 'tool') expect(roles[index - 1]).toBe('call');
        if (role === 'call') expect(roles[index + 1]).toBe('tool');
      });
    }
  });
});

describe('the ends of a long conversation', () => {
  it('are kept to as many items, without tearing a unit', () => {
    const items = Array.from({ length: 20 }, (_unused, index) => [
      call(String(index)),
      result(String(index)),
    ]).flat();
    const kept = keepEnds(groupItems(items), 5).flatMap((unit) => unit.items);
    expect(kept).toEqual([...items.slice(0, 4), ...items.slice(-4)]);
  });
});
