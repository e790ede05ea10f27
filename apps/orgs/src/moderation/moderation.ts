/** A moderation rule of the platform, for all callers. */
export interface ModerationRule {
  readonly id: string;
  readonly name: string;
  readonly kind: 'keyword' | 'regex';
  readonly keywords: readonly string[];
  readonly pattern: string | null;
  readonly category: string;
  readonly isEnabled: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const moderationRulesMax = 1_000;

/** A request that was refused, as it is kept. */
export interface Evidence {
  /** ULID of the call. */
  readonly id: string;
  readonly occurredAt: Date;
  readonly userId: string;
  readonly orgId: string;
  readonly keyId: string;
  readonly requestId: string;
  readonly categories: readonly string[];
  readonly sealedText: Buffer;
  readonly sealKeyId: string;
}

/** Of evidence; then it is gone. */
export const evidenceDays = 180;
