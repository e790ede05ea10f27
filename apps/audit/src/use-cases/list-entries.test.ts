import type { AuditEntry } from '../domain/audit-entry';
import { createListEntries } from './list-entries';
import type { EntryStore } from './ports';

const filter = {
  action: undefined,
  actor: undefined,
  from: undefined,
  to: undefined,
  orgId: undefined,
};

function makeStore(count: number): EntryStore {
  const entries = Array.from({ length: count }, (_, index) => ({
    id: `aud_${count - index}`,
    occurredAt: new Date(1_000 * (count - index)),
  })) as AuditEntry[];
  return {
    insert: async () => 0,
    list: async ({ limit }) => entries.slice(0, limit),
    deleteBefore: async () => 0,
  };
}

describe('listEntries', () => {
  it('names the last entry of the page when there are more', async () => {
    const listEntries = createListEntries({ store: makeStore(3) });
    const page = await listEntries({ filter, after: undefined, limit: 2 });
    expect(page.entries.map(({ id }) => id)).toEqual(['aud_3', 'aud_2']);
    expect(page.next).toMatchObject({ id: 'aud_2', occurredAt: new Date(2_000) });
  });

  it('has no next page when the entries just fill this one', async () => {
    const listEntries = createListEntries({ store: makeStore(2) });
    const page = await listEntries({ filter, after: undefined, limit: 2 });
    expect(page.entries).toHaveLength(2);
    expect(page.next).toBeUndefined();
  });
});
