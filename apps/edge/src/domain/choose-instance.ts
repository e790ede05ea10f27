/** What the choice needs to know of an instance of a service. */
export interface Choosable {
  /** Hash of its address. */
  readonly seed: number;
  /** It takes connections and does not drain, as far as is known. */
  readonly isUp: boolean;
  /** Requests under way. */
  readonly active: number;
}

/** An instance gets at most this share above the average of all. */
const loadFactor = 1.25;
/** Below this, affinity counts more than an even load. */
const loadMin = 16;

const none: readonly never[] = [];

/**
 * Rendezvous hashing with bounded loads: requests with one key go to the instance that scores
 * highest for it, while that is up and not much busier than the others. An instance that comes or
 * goes moves only the keys that it gets or had. When none is up, those that are not are chosen.
 * Undefined when all were tried. Nothing is allocated here: it runs for every request.
 */
export function chooseInstance<T extends Choosable>(
  instances: readonly T[],
  key: number,
  tried: readonly T[] = none,
): T | undefined {
  const loadMax = getLoadMax(instances);
  let best: T | undefined;
  let bestRank = -1;
  let bestScore = -1;
  for (const instance of instances) {
    if (tried.includes(instance)) continue;
    const rank = rankInstance(instance, loadMax);
    const score = mix(instance.seed ^ key);
    if (rank < bestRank || (rank === bestRank && score <= bestScore)) continue;
    best = instance;
    bestRank = rank;
    bestScore = score;
  }
  return best;
}

function getLoadMax(instances: readonly Choosable[]): number {
  let count = 0;
  let active = 0;
  for (const instance of instances) {
    if (!instance.isUp) continue;
    count += 1;
    active += instance.active;
  }
  return Math.max(loadMin, Math.ceil((loadFactor * (active + 1)) / Math.max(1, count)));
}

/** The score decides between instances of the same rank. */
function rankInstance({ active, isUp }: Choosable, loadMax: number): number {
  if (!isUp) return 0;
  return active < loadMax ? 2 : 1;
}

/** FNV-1a, with its bits mixed: a hash of 32 bits. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return mix(hash);
}

/** The final step of MurmurHash3: every bit of the input changes half of the output. */
function mix(value: number): number {
  let mixed = value;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
