import type { LinkProps } from '@tanstack/react-router';
import type { SearchResult } from '../api/generated/types.gen';
import { linkCall } from '../pages/calls/link-call';
import { linkModel } from '../pages/models/link-model';
import { nameOperatorSection } from '../pages/operator/name-operator-section';
import { operatorSections } from '../pages/operator/operator-sections';
import { nameOrgSection } from '../pages/orgs/name-org-section';
import { listSections } from '../pages/orgs/org-sections';
import { nameRole } from '../pages/orgs/roles';

/** Something that the command palette opens. */
export interface PaletteEntry {
  readonly id: string;
  readonly title: string;
  /** Of entries that have the same title. */
  readonly detail?: string;
  readonly kind: string;
  readonly link: Pick<LinkProps, 'to' | 'params' | 'search'>;
}

/** Pages whose title contains the text. */
export function findPages(pages: readonly PaletteEntry[], text: string): readonly PaletteEntry[] {
  const wanted = text.trim().toLowerCase();
  return pages.filter(({ title }) => title.toLowerCase().includes(wanted));
}

interface OwnOrg {
  readonly id: string;
  readonly name: string;
  readonly role: string;
}

/** The sections of the viewer's organizations that its role opens, and those of an operator. */
export function listSectionEntries(
  orgs: readonly OwnOrg[],
  isOperator: boolean,
  kinds: { readonly organization: string; readonly operator: string },
): readonly PaletteEntry[] {
  const ofOrgs = orgs.flatMap(({ id, name, role }) =>
    listSections(role).map((section) => ({
      id: `section ${id} ${section}`,
      title: nameOrgSection(section),
      detail: name,
      kind: kinds.organization,
      link: linkOrg(id, section),
    })),
  );
  const ofOperator = operatorSections.map((section) => ({
    id: `section operator ${section}`,
    title: nameOperatorSection(section),
    kind: kinds.operator,
    link: { to: '/operator/$section', params: { section } } as const,
  }));
  return isOperator ? [...ofOrgs, ...ofOperator] : ofOrgs;
}

const sectionsMax = 12;

/**
 * Sections with each word of the text in their titles or in the names of their organizations. The
 * name alone finds the organization, which the server searches, and not all of its sections.
 */
export function findSections(
  sections: readonly PaletteEntry[],
  text: string,
): readonly PaletteEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const found = sections.filter(({ detail = '', kind, title }) => {
    const whole = `${title} ${detail} ${kind}`.toLowerCase();
    const isNamed = words.some((word) => title.toLowerCase().includes(word));
    return isNamed && words.every((word) => whole.includes(word));
  });
  return found.slice(0, sectionsMax);
}

/** The refusal of a request id opens directly: the search does not find request ids. */
export function findRefusal(text: string, kind: string): readonly PaletteEntry[] {
  const id = text.trim();
  if (!/^req_\w{10,}$/.test(id)) return [];
  return [{ id, title: id, kind, link: { to: '/refusals', search: { find: id } } }];
}

/** `operator`: the operator's page of an organization. */
export type KindNames = Readonly<Record<SearchResult['kind'] | 'operator', string>>;

/** What a result opens: two pages for an operator's own organization, otherwise one. */
export function makeEntries(
  result: SearchResult,
  names: KindNames,
  isOperator: boolean,
): readonly PaletteEntry[] {
  const { detail, id, kind, org, title } = result;
  // The detail of an own organization is the role in it.
  const about = kind === 'organization' ? nameRole(detail) : detail;
  const place = org === null ? about : `${about} · ${org.name}`;
  const shown = { title, ...(place !== title && { detail: place }) };
  const entry = { ...shown, id: `${kind} ${id}`, kind: names[kind], link: makeLink(result) };
  if (kind !== 'organization' || !isOperator) return [entry];
  const operated = {
    ...shown,
    id: `operator ${id}`,
    kind: names.operator,
    link: { to: '/operator/orgs/$orgId', params: { orgId: id } },
  } as const;
  return listSections(detail).length > 0 ? [entry, operated] : [operated];
}

function makeLink({ detail, id, kind, org, title }: SearchResult): PaletteEntry['link'] {
  switch (kind) {
    case 'call':
      return linkCall(id, org?.id);
    case 'key':
      return {
        ...(org === null ? { to: '/keys' } : linkOrg(org.id, 'keys')),
        search: { find: title },
      };
    case 'model':
      return linkModel(id);
    case 'member':
      return { ...linkOrg(org?.id ?? '', 'members'), search: { find: detail } };
    case 'organization':
      return linkOrg(id, listSections(detail)[0]);
    case 'user':
      return {
        to: '/operator/$section',
        params: { section: 'users' },
        search: { find: detail },
      };
  }
}

function linkOrg(orgId: string, section = 'overview'): PaletteEntry['link'] {
  return { to: '/orgs/$orgId/$section', params: { orgId, section } };
}
