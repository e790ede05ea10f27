/** Names of the event log's topics; a change that old readers cannot read gets a new one. */
export const topics = {
  usage: 'tollgate.usage.v1',
  audit: 'tollgate.audit.v1',
  evidence: 'tollgate.evidence.v1',
  refusal: 'tollgate.refusal.v1',
} as const;
