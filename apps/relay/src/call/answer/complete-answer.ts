import type {
  FinishReason,
  ReportedExtras,
  SettledUsage,
  UsageReading,
} from '@tollgate/model-spec';
import type { HoldRef } from '@tollgate/till';
import type { PlainReading } from '../../domain/endpoint';
import type { CallCandidate } from '../route/routed-call';

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
  /** The candidate that was answering, with the results of its search; left out: none was. */
  readonly candidate?: CallCandidate | undefined;
  /** Uses of hosted tools that were seen. */
  readonly toolUses?: ReportedExtras['toolUses'];
  /** Estimated from the text. */
  readonly tokens: number;
  /** Including its extensions. */
  readonly hold: HoldRef;
  /** Bytes that are not priced by tokens had reached the client. */
  readonly hasSentBytes: boolean;
}
