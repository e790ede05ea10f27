import type { FinishReason, SettledUsage, UsageReading } from '@tollgate/model-spec';
import type { HoldRef } from '@tollgate/till';
import type { PlainReading } from '../../domain/endpoint';

/** A complete answer; its last bytes are sent after the call is settled. */
export interface CompleteAnswer extends Pick<
  PlainReading,
  'extras' | 'makeLines' | 'renderHeaders' | 'singleUsages'
> {
  readonly usage: UsageReading;
  readonly upstreamUsage: unknown;
  readonly finishReason: FinishReason | undefined;
  readonly nativeFinishReason: string | undefined;
  readonly firstTokenMs: number | undefined;
  /** The client left after the provider had reported the usage. */
  readonly isCancelled: boolean;
  /** Including its extensions. */
  readonly hold: HoldRef;
  readonly render: (settled: SettledUsage) => string | Buffer;
}

/** What a stream had produced when it ended early. */
export interface StreamedOutput {
  /** Estimated from the text. */
  readonly tokens: number;
  /** Including its extensions. */
  readonly hold: HoldRef;
  /** Bytes that are not priced by tokens had reached the client. */
  readonly hasSentBytes: boolean;
}
