import { makeKeyQuery, readKeyView } from './key-filters';

describe('the list of keys in the URL', () => {
  it('shows keys that are not deleted, newest first', () => {
    const query = makeKeyQuery(readKeyView({ list: 'other' }));
    expect(query).toMatchObject({ include_disabled: 'true', sort: 'createdAt', order: 'desc' });
    expect(query).not.toHaveProperty('status');
  });

  it('shows deleted keys, the last deleted first', () => {
    const view = readKeyView({ list: 'deleted', find: 'ci', sort: 'expiresAt' });
    expect(makeKeyQuery(view)).toMatchObject({
      status: 'deleted',
      search: 'ci',
      sort: 'deletedAt',
      order: 'desc',
    });
  });
});
