export type CallLink =
  | { readonly to: '/calls/$id'; readonly params: { readonly id: string } }
  | {
      readonly to: '/orgs/$orgId/calls/$id';
      readonly params: { readonly orgId: string; readonly id: string };
    };

/** The receipt of a call; calls of an organization have theirs there. */
export function linkCall(id: string, orgId?: string): CallLink {
  return orgId === undefined
    ? { to: '/calls/$id', params: { id } }
    : { to: '/orgs/$orgId/calls/$id', params: { orgId, id } };
}
