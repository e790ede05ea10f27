import type { ServiceCredential } from '@tollgate/config';
import {
  CatalogServiceService,
  DirectoryServiceService,
  OrgBillingServiceService,
  Model,
  WalletServiceService,
  type CatalogServiceServer,
  type DirectoryServiceServer,
  type DisableOrgKeysRequest,
  type FindCallRequest,
  type FoundCall,
  type FoundKey,
  type GetOrgOverviewRequest,
  type KeyScope,
  type OrgBillingServiceServer,
  type SetOrgTermsRequest,
  type UserCard,
  type WalletServiceServer,
} from '@tollgate/contracts';
import { AppError } from '@tollgate/errors';
import { createMetrics, silentLogger } from '@tollgate/observability';
import { createGrpcPart, unaryHandler, type GrpcPart } from '@tollgate/rpc';

export interface FakeServices {
  /** Both auth and billing. */
  readonly part: GrpcPart;
  readonly users: Map<string, UserCard>;
  /** Posted balances by wallet. */
  readonly balances: Map<string, bigint>;
  /** What was spent this month, by team and by member. */
  readonly teamSpend: Map<string, bigint>;
  readonly memberSpend: Map<string, bigint>;
  /** Keys that belong to every organization. */
  readonly orgKeys: Set<string>;
  /** Ids of models. */
  readonly catalog: string[];
  readonly disabled: DisableOrgKeysRequest[];
  /** Organizations whose keys were deleted, one entry per call. */
  readonly purged: string[];
  readonly terms: SetOrgTermsRequest[];
  /** Months whose overview was asked for. */
  readonly asked: GetOrgOverviewRequest[];
  /** Personal keys of every user, and keys of organizations. */
  readonly keys: FoundKey[];
  /** The scopes of the latest search of keys. */
  keyScopes: readonly KeyScope[];
  /** Ids of users that are operators. */
  readonly operators: Set<string>;
  readonly callLookups: FindCallRequest[];
  /** The call that every lookup finds. */
  call: FoundCall | undefined;
  /** Services that refuse searches and lists of users and models. */
  readonly away: Set<'auth' | 'billing' | 'relay'>;
  /** Calls that change something fail while it is set. */
  isAway: boolean;
}

/** A real gRPC server with the users and the money a test wants. */
export function createFakeServices(credential: ServiceCredential): FakeServices {
  const part = createGrpcPart({
    name: 'auth and billing',
    host: '127.0.0.1',
    port: 0,
    services: [
      { definition: DirectoryServiceService, implementation: createDirectory(() => fakes) },
      { definition: WalletServiceService, implementation: createWallets(() => fakes) },
      { definition: OrgBillingServiceService, implementation: createOrgBilling(() => fakes) },
      { definition: CatalogServiceService, implementation: createCatalog(() => fakes) },
    ],
    credential,
    logger: silentLogger,
    metrics: createMetrics('fake-services'),
  });
  const fakes: FakeServices = {
    part,
    users: new Map(),
    balances: new Map(),
    teamSpend: new Map(),
    memberSpend: new Map(),
    orgKeys: new Set(),
    catalog: [],
    disabled: [],
    purged: [],
    terms: [],
    asked: [],
    keys: [],
    keyScopes: [],
    operators: new Set(),
    callLookups: [],
    call: undefined,
    away: new Set(),
    isAway: false,
  };
  return fakes;
}

function assertPresent({ away }: FakeServices, service: 'auth' | 'billing' | 'relay'): void {
  if (away.has(service)) throw new AppError('overloaded');
}

function createDirectory(fakes: () => FakeServices): DirectoryServiceServer {
  return {
    findUser: unaryHandler(async ({ email }) => {
      const user = [...fakes().users.values()].find((card) => card.email === email.toLowerCase());
      if (!user) throw new AppError('not_found');
      return { user };
    }),
    listUsers: unaryHandler(async ({ userIds }) => {
      assertPresent(fakes(), 'auth');
      return { users: userIds.flatMap((id) => fakes().users.get(id) ?? []) };
    }),
    search: unaryHandler(async (request) => {
      assertPresent(fakes(), 'auth');
      const { keys, operators, users } = fakes();
      fakes().keyScopes = request.keyScopes;
      const orgIds = new Set(['', ...request.keyScopes.map(({ orgId }) => orgId)]);
      const isOperator = operators.has(request.userId);
      const text = request.text.toLowerCase();
      return {
        keys: keys
          .filter(({ name, orgId }) => orgIds.has(orgId) && name.toLowerCase().includes(text))
          .slice(0, 5),
        users: [...users.values()]
          .filter(({ name }) => isOperator && name.toLowerCase().startsWith(text))
          .slice(0, 5),
        isOperator,
      };
    }),
    filterOrgKeys: unaryHandler(async ({ keyIds }) => ({
      keyIds: keyIds.filter((id) => fakes().orgKeys.has(id)),
    })),
    purgeOrgKeys: unaryHandler(async ({ orgId }) => {
      if (fakes().isAway) throw new AppError('overloaded');
      fakes().purged.push(orgId);
      return { isDone: fakes().purged.filter((id) => id === orgId).length > 1 };
    }),
    disableOrgKeys: unaryHandler(async (request) => {
      if (fakes().isAway) throw new AppError('overloaded');
      fakes().disabled.push(request);
      return { disabled: 1 };
    }),
  };
}

function createCatalog(fakes: () => FakeServices): CatalogServiceServer {
  return {
    getModel: unaryHandler(() => Promise.reject(new AppError('model_not_found'))),
    listModels: unaryHandler(async ({ pageSize, search }) => {
      assertPresent(fakes(), 'relay');
      const ids = fakes().catalog.filter((id) => id.includes(search));
      const models = ids.slice(0, pageSize).map((modelId) => Model.fromPartial({ modelId }));
      return { models, nextPageToken: '' };
    }),
  };
}

function createWallets(fakes: () => FakeServices): WalletServiceServer {
  const refuse = unaryHandler(() => Promise.reject(new AppError('not_found')));
  return {
    getWallet: unaryHandler(async ({ walletId }) => {
      const balanceNanos = fakes().balances.get(walletId) ?? 0n;
      return {
        wallet: {
          walletId,
          balanceNanos,
          version: 1n,
          totalCreditsNanos: balanceNanos + 1_500_000_000n,
          totalUsageNanos: 1_500_000_000n,
          heldNanos: 0n,
          creditLineNanos: 0n,
        },
      };
    }),
    loadTill: unaryHandler(async () => ({})),
    loadGoodwill: unaryHandler(async () => ({})),
    bookHold: refuse,
    captureHold: refuse,
    releaseHold: refuse,
    listKeyUsage: unaryHandler(async () => ({ usages: [] })),
    listKeyTotals: unaryHandler(async () => ({ totals: [] })),
  };
}

function createOrgBilling(fakes: () => FakeServices): OrgBillingServiceServer {
  return {
    getOrgOverview: unaryHandler(async (request) => {
      fakes().asked.push(request);
      return {
        spendNanos: 41_200_000_001n,
        requests: 5_120n,
        tokens: 9_000_000n,
        previousSpendNanos: 38_000_000_000n,
        days: [{ date: '2026-11-01', spendNanos: 1_400_000_001n, requests: 200n }],
        upstreamCostNanos: 41_200_000_001n,
      };
    }),
    listModelSpend: unaryHandler(async () => ({
      rows: [
        {
          model: 'simulator/chat',
          spendNanos: 20_000_000_000n,
          requests: 900n,
          promptTokens: 5_000_000n,
          completionTokens: 800_000n,
        },
      ],
    })),
    listTeamSpend: unaryHandler(async () => ({
      rows: [...fakes().teamSpend].map(([teamId, spendNanos]) => ({
        teamId,
        model: 'simulator/chat',
        spendNanos,
        requests: 1n,
      })),
    })),
    listMemberSpend: unaryHandler(async () => ({
      rows: [...fakes().memberSpend].map(([memberId, spendNanos]) => ({
        memberId,
        spendNanos,
        requests: 1n,
      })),
    })),
    findCall: unaryHandler(async (request) => {
      assertPresent(fakes(), 'billing');
      fakes().callLookups.push(request);
      return { call: fakes().call };
    }),
    setOrgTerms: unaryHandler(async (request) => {
      if (fakes().isAway) throw new AppError('overloaded');
      fakes().terms.push(request);
      return {};
    }),
  };
}
