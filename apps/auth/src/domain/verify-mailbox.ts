import type { User } from './user';

/** Whoever reads the mail of an address has it; operators are known by their addresses. */
export function verifyMailbox(user: User, operatorEmails: ReadonlySet<string>): User {
  const role = operatorEmails.has(user.email) ? 'operator' : user.role;
  return { ...user, isEmailVerified: true, role };
}
