import type { FinishReason, SettledUsage, UsageReading } from '@tollgate/model-spec';
import type { HoldRef } from '@tollgate/till';
import type { PlainReading } from '../../domain/endpoint';

/** An answer that came to its end; its last bytes wait until the call is settled. */
export interface CompleteAnswer extends Pick<
  PlainReading,
  'extras' | 'makeLines' | 'renderHeaders'
> {
  readonly usage: UsageReading;
  readonly upstreamUsage: unknown;
  readonly finishReason: FinishReason | undefined;
  readonly nativeFinishReason: string | undefined;
  readonly firstTokenMs: number | undefined;
  /** The client left, but the upstream had already told what was used. */
  readonly isCancelled: boolean;
  /** What the call holds in the end. */
  readonly hold: HoldRef;
  readonly render: (settled: SettledUsage) => string | Buffer;
}

/** What a stream had brought when it ended. */
export interface StreamedOutput {
  /** Estimated from the text. */
  readonly tokens: number;
  /** With everything that was added to it. */
  readonly hold: HoldRef;
  /** Bytes that are not paid by tokens had reached the client. */
  readonly hasSentBytes: boolean;
}
