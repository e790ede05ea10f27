import { isUlid, makeUlid } from './ulid';

/** Every kind of id a client can meet, with its prefix. */
export const idPrefixes = {
  request: 'req_',
  key: 'key_',
  user: 'user_',
  session: 'sess_',
  organization: 'org_',
  team: 'team_',
  member: 'mem_',
  invitation: 'invt_',
  byokKey: 'byok_',
  contentRule: 'rule_',
  institutionKey: 'ekey_',
  institutionSession: 'esess_',
  invoice: 'inv_',
  providerKey: 'pkey_',
  route: 'route_',
  ledgerEntry: 'led_',
  auditEntry: 'aud_',
  event: 'evt_',
  videoJob: 'vjob_',
  operatorToken: 'optok_',
  passkey: 'pk_',
  plannedPrices: 'plan_',
} as const;

export type IdKind = keyof typeof idPrefixes;

export function makeId(kind: IdKind): string {
  return idPrefixes[kind] + makeUlid();
}

export function isId(kind: IdKind, text: string): boolean {
  const prefix = idPrefixes[kind];
  return text.startsWith(prefix) && isUlid(text.slice(prefix.length));
}
