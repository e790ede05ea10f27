const offsetBasis = 0x811c9dc5;
const prime = 0x01000193;

/** FNV-1a of the key. Never change it: the events of a key would move to another partition. */
export function choosePartition(key: string, partitions: number): number {
  let hash = offsetBasis;
  for (const byte of Buffer.from(key, 'utf8')) hash = Math.imul(hash ^ byte, prime);
  return (hash >>> 0) % partitions;
}
