/** Searches in other services; each rejects when its service does not answer in time. */
export interface SearchSources {
  /** Personal keys, keys of these scopes and, for an operator, users. */
  searchAccounts(
    wanted: {
      readonly userId: string;
      readonly text: string;
      readonly orgKeys: readonly VisibleKeys[];
    },
    requestId: string,
  ): Promise<AccountMatches>;
  /** One entry per id, in the same order; a deleted user has neither address nor name. */
  listUsers(userIds: readonly string[], requestId: string): Promise<readonly NamedUser[]>;
  /** Models of the public list. */
  searchModels(text: string, limit: number, requestId: string): Promise<readonly NamedModel[]>;
  /** Undefined: no such call, or none of the scopes includes it. */
  findCall(
    generationId: string,
    scopes: readonly VisibleCalls[],
    requestId: string,
  ): Promise<FoundCall | undefined>;
}

export interface AccountMatches {
  readonly keys: readonly {
    readonly keyId: string;
    readonly name: string;
    readonly prefix: string;
    readonly suffix: string;
    /** Empty for a personal key. */
    readonly orgId: string;
  }[];
  readonly users: readonly {
    readonly userId: string;
    readonly email: string;
    readonly name: string;
  }[];
  readonly isOperator: boolean;
}

export interface NamedUser {
  readonly email: string | null;
  readonly name: string | null;
}

export interface NamedModel {
  readonly modelId: string;
  readonly name: string;
}

/** Keys of an organization; with a team only standard keys of the team and its members. */
export interface VisibleKeys {
  readonly orgId: string;
  readonly team?: { readonly teamId: string; readonly memberIds: readonly string[] } | undefined;
}

/** Calls of a wallet; without a team or a member those of all. */
export interface VisibleCalls {
  readonly walletId: string;
  readonly teamId?: string | undefined;
  readonly memberId?: string | undefined;
}

export interface FoundCall {
  readonly generationId: string;
  readonly walletId: string;
  readonly model: string;
}
