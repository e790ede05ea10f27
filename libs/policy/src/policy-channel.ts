/** Redis channel: the id of an organization with a changed policy; empty: the platform's rules. */
export const policyChannel = 'tollgate:policy:changed';
