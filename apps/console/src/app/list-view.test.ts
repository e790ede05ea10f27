import { makeListQuery, makeSorting, readListView, type ListView } from './list-view';

const rules = { sorts: ['name', 'createdAt'], sort: 'name', order: 'asc' } as const;

describe('the view of a list', () => {
  it('is read from the URL without broken values', () => {
    const view = { find: 'prod', sort: 'name', order: 'desc' };
    expect(readListView({ ...view, other: 1 })).toEqual(view);
    expect(readListView({ find: ['a'], sort: '', order: 'up' })).toEqual({});
    expect(readListView({ find: 42 })).toEqual({ find: '42' });
  });

  it('becomes the parameters of a request', () => {
    expect(makeListQuery({}, rules)).toEqual({ sort: 'name', order: 'asc', limit: 50 });
    const view = { find: ' prod ', sort: 'createdAt', order: 'asc' } as const;
    const query = { search: 'prod', sort: 'createdAt', order: 'asc', limit: 50 };
    expect(makeListQuery(view, rules)).toEqual(query);
  });

  it('sends no blank search and no sort of another list', () => {
    const query = makeListQuery({ find: '  ', sort: 'spend' }, rules);
    expect(query).toEqual({ sort: 'name', order: 'asc', limit: 50 });
  });

  it('keeps the search when a column is sorted', () => {
    const views: ListView[] = [];
    const sorting = makeSorting({ sort: 'name', order: 'asc' }, { find: 'a' }, (view) =>
      views.push(view),
    );
    expect(sorting).toMatchObject({ by: 'name', isDescending: false });
    sorting.onSort('createdAt', true);
    expect(views).toEqual([{ find: 'a', sort: 'createdAt', order: 'desc' }]);
  });
});
