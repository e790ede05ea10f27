import type { Account } from '../app/session';

/**
 * Stands for the signed-in account while the build draws a page. Its amounts are not numbers: they
 * are shown as a dash.
 */
export function makeUnknownAccount(path: string): Account {
  const unknown = Number.NaN;
  return {
    user: {
      id: '',
      // Keeps the height of its line.
      email: '\u00a0',
      name: null,
      role: path.startsWith('/operator') ? 'operator' : 'user',
      emailVerified: true,
      suspended: false,
      createdAt: '',
    },
    credits: { balance: unknown, totalCredits: unknown, totalUsage: unknown, reserved: unknown },
    freeTier: false,
    organizations: [],
    locale: null,
    freeFallback: false,
  };
}
