/** Redis channel: the id of an organization whose policy changed, or nothing for the platform's. */
export const policyChannel = 'tollgate:policy:changed';
