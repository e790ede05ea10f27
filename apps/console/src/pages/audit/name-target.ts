import type { AuditEntry } from '../../api/generated/types.gen';

/** Fields of a changed thing that name it, the best first. */
const nameFields = ['name', 'label', 'email', 'domain'] as const;

/** The name that the changed thing has or had; undefined when the entry has none. */
export function nameTarget({
  after,
  before,
}: Pick<AuditEntry, 'after' | 'before'>): string | undefined {
  return findName(after) ?? findName(before);
}

function findName(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null) return undefined;
  const values = nameFields.map((field) => (state as Readonly<Record<string, unknown>>)[field]);
  return values.find((value): value is string => typeof value === 'string' && value !== '');
}
