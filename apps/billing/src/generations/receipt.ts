import type { Generation } from '../ledger/usage';

/** The record of one call, as its owner sees it. */
export interface Receipt extends Pick<
  Generation,
  | 'ulid'
  | 'createdAtMs'
  | 'walletId'
  | 'userId'
  | 'keyId'
  | 'model'
  | 'outcome'
  | 'costNanos'
  | 'reservedNanos'
  | 'promptTokens'
  | 'completionTokens'
> {
  readonly details: ReceiptDetails;
}

/** The same call without the person who made it. */
export function hideMember(receipt: Receipt): Receipt {
  return { ...receipt, userId: '', details: { ...receipt.details, memberId: '' } };
}

/** A movement in the ledger that a call caused. */
export interface ReceiptTransfer {
  readonly entryId: string;
  readonly kind: string;
  readonly fromAccount: string;
  readonly toAccount: string;
  readonly amountNanos: bigint;
  readonly balanceAfterNanos: bigint;
  readonly postedAt: Date;
}

/** What the record shows beyond the figures; amounts are decimal texts of nanos. */
export interface ReceiptDetails {
  /** Of an organization's key; empty without one, absent in the oldest records. */
  readonly teamId?: string;
  readonly memberId?: string;
  readonly apiType: string;
  readonly provider: string;
  readonly routeId: string;
  readonly upstreamModel: string;
  readonly appName: string;
  readonly referer: string;
  readonly requestId: string;
  readonly status: number;
  readonly finishReason: string;
  readonly nativeFinishReason: string;
  readonly durationMs: number;
  readonly firstTokenMs: number | null;
  readonly isStreamed: boolean;
  readonly isCancelled: boolean;
  readonly isFailover: boolean;
  readonly errorCode: string;
  /** The gateway estimated usage and cost; absent in the oldest records. */
  readonly isEstimated?: boolean;
  readonly cachedTokens: number;
  readonly cacheWriteTokens: number;
  readonly reasoningTokens: number;
  readonly cacheDiscountNanos: string;
  readonly priceVersion: number;
  readonly lines: readonly {
    readonly bucket: string;
    readonly units: string;
    readonly pricePicos: string;
  }[];
  readonly attempts: readonly {
    readonly provider: string;
    readonly route: string;
    readonly status: number;
    readonly ms: number;
    readonly error: string;
  }[];
}

/** Generation records are deleted after so many days; ledger entries and invoices stay. */
export const generationDays = 400;
