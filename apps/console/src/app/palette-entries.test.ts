import type { SearchResult } from '../api/generated/types.gen';
import {
  findPages,
  findRefusal,
  findSections,
  listSectionEntries,
  makeEntries,
  type PaletteEntry,
} from './palette-entries';

const pages: readonly PaletteEntry[] = [
  { id: '/keys', title: 'Keys', kind: 'Page', link: { to: '/keys' } },
  { id: '/calls', title: 'Calls', kind: 'Page', link: { to: '/calls' } },
];
const names = {
  call: 'Call',
  key: 'Key',
  member: 'Member',
  model: 'Model',
  operator: 'Operator',
  organization: 'Organization',
  user: 'User',
};
const org = { id: 'org_1', name: 'Acme' };

function link(result: Partial<SearchResult>, isOperator = false) {
  const whole = { kind: 'key', id: 'id_1', title: 'title', detail: 'detail', org: null } as const;
  return makeEntries({ ...whole, ...result }, names, isOperator)[0]?.link;
}

describe('the command palette', () => {
  it('finds pages by a part of the title, in any case', () => {
    expect(findPages(pages, ' KEY ')).toEqual([pages[0]]);
    expect(findPages(pages, '')).toEqual(pages);
  });

  const kinds = { organization: 'Organization', operator: 'Operator' };
  const finance = { id: 'org_1', name: 'Acme', role: 'billing_viewer' };
  const teacher = { id: 'org_2', name: 'School', role: 'teacher' };

  it('finds the sections of organizations that the role opens', () => {
    const sections = listSectionEntries([finance, teacher], false, kinds);
    const find = (text: string) => findSections(sections, text).map(({ link }) => link.params);
    expect(find('acme invoi')).toEqual([{ orgId: 'org_1', section: 'invoices' }]);
    expect(find('institution')).toEqual([{ orgId: 'org_2', section: 'institution' }]);
    // Not for finance, nor for teachers.
    expect(find('content rules')).toEqual([]);
    expect(find('catalog')).toEqual([]);
  });

  it('finds the sections of the installation for operators', () => {
    const sections = listSectionEntries([], true, kinds);
    const find = (text: string) => findSections(sections, text).map(({ link }) => link);
    expect(find('Catalog')).toEqual([{ to: '/operator/$section', params: { section: 'catalog' } }]);
    expect(find('prices')).toHaveLength(1);
  });

  it('shows sections only when their title is written, and at most twelve', () => {
    const many = Array.from({ length: 40 }, (_, index) => ({ ...finance, id: `org_${index}` }));
    const sections = listSectionEntries(many, true, kinds);
    expect(findSections(sections, ' ')).toEqual([]);
    expect(findSections(sections, 'acme')).toEqual([]);
    expect(findSections(sections, 'acme invoices')).toHaveLength(12);
  });

  it('opens the refusal of a pasted request id', () => {
    const id = 'req_01M7JN9SV4710EBZE1JTSA3ED8';
    const [found] = findRefusal(` ${id}`, 'Refusal');
    expect(found).toMatchObject({ title: id, link: { to: '/refusals', search: { find: id } } });
    expect(findRefusal('req_', 'Refusal')).toEqual([]);
  });

  it('links each kind of result to its page', () => {
    expect(link({ kind: 'key' })).toEqual({ to: '/keys', search: { find: 'title' } });
    expect(link({ kind: 'key', org })).toEqual({
      to: '/orgs/$orgId/$section',
      params: { orgId: 'org_1', section: 'keys' },
      search: { find: 'title' },
    });
    const model = { author: 'acme', slug: 'large' };
    expect(link({ kind: 'model', id: 'acme/large' })).toMatchObject({ params: model });
    expect(link({ kind: 'call' })).toEqual({ to: '/calls/$id', params: { id: 'id_1' } });
    expect(link({ kind: 'call', org })).toEqual({
      to: '/orgs/$orgId/calls/$id',
      params: { orgId: 'org_1', id: 'id_1' },
    });
    expect(link({ kind: 'member', org, detail: 'a@b.example' })).toEqual({
      to: '/orgs/$orgId/$section',
      params: { orgId: 'org_1', section: 'members' },
      search: { find: 'a@b.example' },
    });
    const users = { params: { section: 'users' }, search: { find: 'detail' } };
    expect(link({ kind: 'user' }, true)).toMatchObject(users);
  });

  it('opens an organization where the role or the operator may see it', () => {
    const result = { kind: 'organization', id: 'org_1', detail: 'org_admin' } as const;
    const operated = { to: '/operator/orgs/$orgId', params: { orgId: 'org_1' } };
    expect(link(result)).toMatchObject({ to: '/orgs/$orgId/$section' });
    expect(link({ ...result, detail: 'acme' }, true)).toEqual(operated);
  });

  it("opens an operator's own organization as a member first, then as an operator", () => {
    const result = { kind: 'organization', id: 'org_1', title: 'Acme', org: null } as const;
    const found = makeEntries({ ...result, detail: 'org_admin' }, names, true);
    expect(found.map(({ kind, link: { to } }) => [kind, to])).toEqual([
      ['Organization', '/orgs/$orgId/$section'],
      ['Operator', '/operator/orgs/$orgId'],
    ]);
    expect(new Set(found.map(({ id }) => id)).size).toBe(2);
  });

  it('shows the role in an own organization in words, and the slug of another one', () => {
    const result = { kind: 'organization', id: 'org_1', title: 'Acme', org: null } as const;
    const show = (detail: string) => makeEntries({ ...result, detail }, names, false)[0]?.detail;
    expect(show('org_admin')).toBe('administrator');
    expect(show('acme-inc')).toBe('acme-inc');
  });

  it('names the organization of a member, and repeats no title', () => {
    const result = { kind: 'member', id: 'mem_1', title: 'Bob', detail: 'b@b.example' } as const;
    expect(makeEntries({ ...result, org }, names, false)[0]?.detail).toBe('b@b.example · Acme');
    const model = { kind: 'model', id: 'a/b', title: 'a/b', detail: 'a/b', org: null } as const;
    expect(makeEntries(model, names, false)[0]).not.toHaveProperty('detail');
  });
});
