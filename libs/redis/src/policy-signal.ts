/**
 * How relays learn at once that a policy changed: the message is the organization's id, or empty
 * for the platform's own rules. Messages may be lost: relays ask every second as well.
 */
export const policySignal = { channel: 'tollgate:policy:changed' } as const;
