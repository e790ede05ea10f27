/** Whether the objects and lists of a JSON value are nested deeper than a limit. */
export function isNestedDeeper(value: unknown, depthMax: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depthMax === 0) return true;
  // A list of tokens may have very many members: none of them is made an entry of.
  if (Array.isArray(value)) return value.some((member) => isNestedDeeper(member, depthMax - 1));
  return Object.values(value).some((member) => isNestedDeeper(member, depthMax - 1));
}
