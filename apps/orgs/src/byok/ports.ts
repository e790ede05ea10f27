import type { ByokKey, ByokProtocol } from './byok-key';

export interface ByokStore {
  insert(key: ByokKey): Promise<void>;
  update(key: ByokKey): Promise<void>;
  delete(byokId: string): Promise<void>;
  find(orgId: string, byokId: string): Promise<ByokKey | undefined>;
  /** Oldest first. */
  list(orgId: string): Promise<readonly ByokKey[]>;
  /** Seamless keys that are failing and were not checked since; they count as checked now. */
  claimFailing(checkedBefore: Date, now: Date, rowsMax: number): Promise<readonly ByokKey[]>;
  deleteAll(orgId: string): Promise<void>;
}

/** What key management needs from outside the service. */
export interface ByokOutside {
  /** Why an address is refused, in words for its author; undefined: it is allowed. */
  findUrlFault(url: string): Promise<string | undefined>;
  /** Names of a provider's models; undefined when it does not answer. */
  listModels(provider: {
    readonly baseUrl: string;
    readonly protocol: ByokProtocol;
    readonly apiKey: string;
  }): Promise<readonly string[] | undefined>;
  /** Ids of all catalog models; undefined while the relay does not answer. */
  listCatalog(requestId: string): Promise<readonly string[] | undefined>;
  /** Which of these keys belong to the organization. */
  filterKeys(
    orgId: string,
    keyIds: readonly string[],
    requestId: string,
  ): Promise<readonly string[]>;
  seal(apiKey: string, row: string): { readonly keyId: string; readonly bytes: Buffer };
  open(key: Pick<ByokKey, 'masterKeyId' | 'sealedKey'>, row: string): string;
}

/** What a sealed key is bound to. */
export function nameRow({ id, orgId }: Pick<ByokKey, 'id' | 'orgId'>): string {
  return `${orgId}|${id}`;
}
