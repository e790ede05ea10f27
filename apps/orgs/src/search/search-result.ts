export const resultKinds = ['call', 'key', 'organization', 'member', 'model', 'user'] as const;

/** Services that a search asks. */
export const searchedServices = ['auth', 'billing', 'relay'] as const;
export type SearchedService = (typeof searchedServices)[number];

export const resultsPerKindMax = 5;

export interface SearchResult {
  readonly kind: (typeof resultKinds)[number];
  readonly id: string;
  readonly title: string;
  readonly detail: string;
  /** Of a member, of a key of an organization, and of a call that an organization paid. */
  readonly org: { readonly id: string; readonly name: string } | null;
}
