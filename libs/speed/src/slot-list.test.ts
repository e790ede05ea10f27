import { createMembers, SlotList } from './slot-list';

describe('a slot list', () => {
  it('holds the members that were added and not removed', () => {
    const list = new SlotList<{ name: string }>();
    const [first, second, third] = ['a', 'b', 'c'].map((name) => ({ name }));
    const remove = list.add(first!);
    list.add(second!);
    remove();
    list.add(third!);
    expect(list.size).toBe(2);
    expect(new Set(list)).toEqual(new Set([second, third]));
  });

  it('reuses the places of removed members', () => {
    const list = new SlotList<object>();
    for (let count = 0; count < 1_000; count++) list.add({})();
    expect([...list]).toEqual([]);
    expect(list.size).toBe(0);
  });

  it('is what createMembers makes', () => {
    expect(createMembers()).toBeInstanceOf(SlotList);
  });
});
