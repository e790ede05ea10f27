/**
 * All keys of one wallet share a hash tag, so that one script can touch them on Redis Cluster.
 * Of several wallets nothing is ever needed in one step.
 */
export interface WalletKeys {
  readonly wallet: string;
  readonly holds: string;
  readonly counters: string;
}

export function getWalletKeys(walletId: string): WalletKeys {
  const tag = `till:{${walletId}}`;
  return { wallet: `${tag}:wallet`, holds: `${tag}:holds`, counters: `${tag}:counters` };
}

/** Missing after Redis was emptied: the sign to register holds again before admitting anything. */
export const epochKey = 'till:epoch';

/** `run_id` of the Redis that the epoch was opened on, in the slot of the epoch. */
export const epochServerKey = '{till:epoch}:server';

/** On Redis Cluster every master has its own, with a hash tag that lies in its first slot. */
interface MasterEpochKeys {
  /** Which server with which slots, and the id of its time as that. */
  readonly birth: string;
  readonly epoch: string;
  /** The births of all masters when the epoch was opened. */
  readonly server: string;
}

export function getMasterEpochKeys(tag: string): MasterEpochKeys {
  const start = `till:epoch:{${tag}}`;
  return { birth: `${start}:birth`, epoch: `${start}:id`, server: `${start}:births` };
}

/** Sorted set: relay instance by the time of its last beat, on Redis' clock. */
export const instancesKey = 'till:instances';

/** Set of the wallets in which an instance may have left open holds. */
export function getInstanceWalletsKey(instance: string): string {
  return `till:instance:${instance}:wallets`;
}

/** All keys of all wallets. */
export const walletKeysGlob = 'till:{*}:*';

const holdsKeyPattern = /^till:\{(.+)\}:holds$/;

/** For scanning all wallets that have holds. */
export const holdsKeyGlob = 'till:{*}:holds';

export function parseHoldsKey(key: string): string | undefined {
  return holdsKeyPattern.exec(key)?.[1];
}

/** Hash: what the whole platform has settled in the running clock minute and hour. */
export const platformSpendKey = 'till:platform:spend';

/** List: times of the latest unbilled cancels of a user. */
export function getCancelsKey(userId: string): string {
  return `till:cancels:{${userId}}`;
}

/** Hash: the goodwill allowance of a wallet, and what was used of it by quarter of an hour. */
export function getGoodwillKey(walletId: string): string {
  return `till:{${walletId}}:goodwill`;
}

/** While it exists the user is blocked. Shares its hash tag with the rate counters of the edge. */
export function getPenaltyKey(userId: string): string {
  return `tollgate:penalty:{${userId}}`;
}
