import type { GoodwillSum } from '../goodwill/goodwill';
import { type Column, defineColumns } from './column-batch';
import type { PlacedTransfer, WalletChange } from './place-entries';
import type {
  CachingSum,
  KeyTotal,
  LatencySum,
  PromptSum,
  UsageScope,
  UsageSum,
} from './sum-usage';
import { getCallStatus, type Generation } from './usage';

type Read<Row> = Column<Row>['read'];
const text = <Row>(read: Read<Row>): Column<Row> => ({ type: 'text', read });
const bigint = <Row>(read: Read<Row>): Column<Row> => ({ type: 'bigint', read });
const integer = <Row>(read: Read<Row>): Column<Row> => ({ type: 'integer', read });
const smallint = <Row>(read: Read<Row>): Column<Row> => ({ type: 'smallint', read });
const boolean = <Row>(read: Read<Row>): Column<Row> => ({ type: 'boolean', read });

export const changeColumns = defineColumns<WalletChange>({
  id: text((change) => change.walletId),
  entries: bigint((change) => change.entries),
  balance: bigint((change) => change.balanceNanos),
  held: bigint((change) => change.heldNanos),
  credit: bigint((change) => change.creditNanos),
  usage: bigint((change) => change.usageNanos),
});

export const transferColumns = defineColumns<PlacedTransfer>({
  entry_id: text(({ entry }) => entry.id),
  occurred_ms: bigint(({ entry }) => entry.occurredAtMs),
  leg: smallint(({ leg }) => leg),
  kind: text(({ entry }) => entry.kind),
  wallet_id: text(({ entry }) => entry.walletId),
  from_account: text(({ move }) => move.from),
  to_account: text(({ move }) => move.to),
  amount: bigint(({ move }) => move.amountNanos),
  place: integer((transfer) => transfer.walletPlace),
  version_back: bigint((transfer) => transfer.versionBack),
  balance_back: bigint((transfer) => transfer.balanceBackNanos),
  reference: text(({ entry }) => entry.reference),
  reason: text(({ entry }) => entry.reason),
});

interface PlacedGeneration {
  readonly generation: Generation;
  readonly recordStart: number;
}

export const generationColumns = defineColumns<PlacedGeneration>({
  ulid: text(({ generation }) => generation.ulid),
  created_ms: bigint(({ generation }) => generation.createdAtMs),
  wallet_id: text(({ generation }) => generation.walletId),
  user_id: text(({ generation }) => generation.userId),
  key_id: text(({ generation }) => generation.keyId),
  model: text(({ generation }) => generation.model),
  provider: text(({ generation }) => generation.provider),
  outcome: text(({ generation }) => generation.outcome),
  cost: bigint(({ generation }) => generation.costNanos),
  reserved: bigint(({ generation }) => generation.reservedNanos),
  prompt: bigint(({ generation }) => generation.promptTokens),
  completion: bigint(({ generation }) => generation.completionTokens),
  app_name: text(({ generation }) => generation.appName),
  call_status: text(({ generation }) => getCallStatus(generation)),
  is_failover: boolean(({ generation }) => generation.isFailover),
  team_id: text(({ generation }) => generation.teamId),
  member_id: text(({ generation }) => generation.memberId),
  record_start: integer(({ recordStart }) => recordStart),
  record_bytes: integer(({ generation }) => generation.record.length),
});

const scopeColumns = {
  wallet_id: text(({ scope }: { scope: UsageScope }) => scope.walletId),
  key_id: text(({ scope }: { scope: UsageScope }) => scope.keyId),
  model: text(({ scope }: { scope: UsageScope }) => scope.model),
  app_name: text(({ scope }: { scope: UsageScope }) => scope.appName),
  user_id: text(({ scope }: { scope: UsageScope }) => scope.userId),
};

const usageColumns = {
  ...scopeColumns,
  team_id: text(({ scope }: UsageSum) => scope.teamId),
  member_id: text(({ scope }: UsageSum) => scope.memberId),
  spend_nanos: bigint((sum: UsageSum) => sum.spendNanos),
  requests: bigint((sum: UsageSum) => sum.requests),
  prompt_tokens: bigint((sum: UsageSum) => sum.promptTokens),
  completion_tokens: bigint((sum: UsageSum) => sum.completionTokens),
  errors: bigint((sum: UsageSum) => sum.errors),
};

export const hourColumns = defineColumns<UsageSum>({
  ...usageColumns,
  hour: bigint((sum) => sum.period),
});

export const dayColumns = defineColumns<UsageSum>({
  ...usageColumns,
  day: integer((sum) => sum.period),
  cached_tokens: bigint((sum) => sum.cachedTokens),
  cache_savings_nanos: bigint((sum) => sum.cacheSavingsNanos),
});

export const latencyColumns = defineColumns<LatencySum>({
  ...scopeColumns,
  day: integer((sum) => sum.day),
  bucket: smallint((sum) => sum.bucket),
  durations: bigint((sum) => sum.durations),
  first_tokens: bigint((sum) => sum.firstTokens),
});

export const cachingColumns = defineColumns<CachingSum>({
  ...scopeColumns,
  team_id: text(({ scope }) => scope.teamId),
  member_id: text(({ scope }) => scope.memberId),
  day: integer((sum) => sum.day),
  cache_write_tokens: bigint((sum) => sum.cacheWriteTokens),
  sticky_requests: bigint((sum) => sum.stickyRequests),
  sticky_prompt_tokens: bigint((sum) => sum.stickyPromptTokens),
  sticky_cached_tokens: bigint((sum) => sum.stickyCachedTokens),
  sticky_savings_nanos: bigint((sum) => sum.stickySavingsNanos),
  repeated_requests: bigint((sum) => sum.repeatedRequests),
  repeated_tokens: bigint((sum) => sum.repeatedTokens),
});

export const promptColumns = defineColumns<PromptSum>({
  ...scopeColumns,
  team_id: text(({ scope }) => scope.teamId),
  member_id: text(({ scope }) => scope.memberId),
  day: integer((sum) => sum.day),
  prompt: text((sum) => sum.prompt),
  repeated_requests: bigint((sum) => sum.repeatedRequests),
  repeated_tokens: bigint((sum) => sum.repeatedTokens),
  cacheable_tokens: bigint((sum) => sum.cacheableTokens),
  missed_nanos: bigint((sum) => sum.missedSavingNanos),
});

export const keyColumns = defineColumns<KeyTotal>({
  key_id: text((total) => total.keyId),
  wallet_id: text((total) => total.walletId),
  key_name: text((total) => total.keyName),
  spend_nanos: bigint((total) => total.spendNanos),
  requests: bigint((total) => total.requests),
  tokens: bigint((total) => total.tokens),
  last_used_ms: bigint((total) => total.lastUsedMs),
});

export const goodwillColumns = defineColumns<GoodwillSum>({
  wallet_id: text((sum) => sum.walletId),
  bucket: bigint((sum) => sum.bucket),
  used_nanos: bigint((sum) => sum.usedNanos),
});
