import { idPrefixes } from '@tollgate/ids';
import { formatDecimal, nanosToUsdNumber, roundPicosToNanos } from '@tollgate/money';
import type { z } from 'zod';
import type {
  generationLineSchema,
  generationSchema,
  generationTransferSchema,
} from './generation-fields';
import type { Receipt, ReceiptTransfer } from './receipt';

const picoDecimals = 12;

/** The generation record: the receipt of one call. */
export function describeGeneration(
  generation: Receipt,
  transfers: readonly ReceiptTransfer[],
): z.input<typeof generationSchema> {
  const { details } = generation;
  const cost = nanosToUsdNumber(generation.costNanos);
  const promptTokens = Number(generation.promptTokens);
  const completionTokens = Number(generation.completionTokens);
  return {
    id: `gen-${generation.ulid}`,
    model: generation.model,
    provider: details.provider,
    created_at: new Date(generation.createdAtMs).toISOString(),
    app_name: emptyToNull(details.appName),
    http_referer: emptyToNull(details.referer),
    api_type: details.apiType,
    finish_reason: emptyToNull(details.finishReason),
    native_finish_reason: emptyToNull(details.nativeFinishReason),
    status: details.status,
    duration_ms: details.durationMs,
    first_token_ms: details.firstTokenMs,
    throughput: computeThroughput(generation),
    streamed: details.isStreamed,
    cancelled: details.isCancelled,
    is_failover: details.isFailover,
    is_byok: details.routeId.startsWith(idPrefixes.byokKey),
    usage: {
      prompt_tokens: promptTokens,
      completion_tokens: completionTokens,
      total_tokens: promptTokens + completionTokens,
      prompt_tokens_details: {
        cached_tokens: details.cachedTokens,
        cache_write_tokens: details.cacheWriteTokens,
      },
      completion_tokens_details: { reasoning_tokens: details.reasoningTokens },
      cost,
    },
    cost_breakdown: describeCost(generation),
    total_cost: cost,
    tokens_prompt: promptTokens,
    tokens_completion: completionTokens,
    native_tokens_prompt: promptTokens,
    native_tokens_completion: completionTokens,
    provider_name: details.provider,
    latency: details.firstTokenMs ?? details.durationMs,
    generation_time: details.durationMs,
    attempts: [...details.attempts],
    price_version: details.priceVersion,
    lines: details.lines.map(describeLine),
    reserved: nanosToUsdNumber(generation.reservedNanos),
    transfers: transfers.map(describeTransfer),
    counted_against: describeScopes(generation),
    request_id: details.requestId,
    billing_outcome: generation.outcome,
    estimated: details.isEstimated ?? false,
  };
}

function describeCost({
  costNanos,
  details,
}: Receipt): z.input<typeof generationSchema>['cost_breakdown'] {
  const discountNanos = BigInt(details.cacheDiscountNanos);
  return {
    subtotal: nanosToUsdNumber(costNanos + discountNanos),
    cache_discount: nanosToUsdNumber(discountNanos),
    total: nanosToUsdNumber(costNanos),
  };
}

/** The wallet, key, team and member whose limits counted the call. */
function describeScopes({
  walletId,
  keyId,
  details,
}: Receipt): z.input<typeof generationSchema>['counted_against'] {
  return {
    wallet_id: walletId,
    api_key_id: keyId,
    team_id: emptyToNull(details.teamId ?? ''),
    member_id: emptyToNull(details.memberId ?? ''),
  };
}

function describeTransfer(transfer: ReceiptTransfer): z.input<typeof generationTransferSchema> {
  return {
    entry_id: transfer.entryId,
    kind: transfer.kind,
    from: transfer.fromAccount,
    to: transfer.toAccount,
    amount: nanosToUsdNumber(transfer.amountNanos),
    balance_after: nanosToUsdNumber(transfer.balanceAfterNanos),
    posted_at: transfer.postedAt.toISOString(),
  };
}

function describeLine(
  line: Receipt['details']['lines'][number],
): z.input<typeof generationLineSchema> {
  const amount = BigInt(line.units) * BigInt(line.pricePicos);
  return {
    bucket: line.bucket,
    units: Number(line.units),
    price: formatDecimal(BigInt(line.pricePicos), picoDecimals),
    amount: nanosToUsdNumber(roundPicosToNanos(amount)),
  };
}

/** Tokens per second after the first one; unknown for what was not streamed. */
function computeThroughput({ completionTokens, details }: Receipt): number | null {
  if (!details.isStreamed || details.firstTokenMs === null) return null;
  const seconds = (details.durationMs - details.firstTokenMs) / 1_000;
  return seconds > 0 ? Math.round((Number(completionTokens) / seconds) * 10) / 10 : null;
}

function emptyToNull(text: string): string | null {
  return text === '' ? null : text;
}
