export const operatorSections = [
  'health',
  'live',
  'users',
  'orgs',
  'grants',
  'topups',
  'channels',
  'invoices',
  'catalog',
  'routes',
  'provider-keys',
  'tiers',
  'moderation',
  'audit',
  'ledger',
  'tokens',
] as const;
export type OperatorSection = (typeof operatorSections)[number];
