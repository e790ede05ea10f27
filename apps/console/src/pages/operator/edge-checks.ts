/** Services that the page asks itself. */
const probed: readonly string[] = ['billing', 'relay', 'orgs', 'audit', 'video'];

/**
 * The checks of the edge as names and results. An edge that shares a process with other services
 * has their checks as well: those that the page asks itself are left out.
 */
export function listEdgeChecks<Check>(
  checks: Readonly<Record<string, Check>>,
): readonly (readonly [string, Check])[] {
  return Object.entries(checks).filter(([name]) => !probed.includes(name));
}
