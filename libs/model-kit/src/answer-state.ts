import type {
  FinishReason,
  ReportedExtras,
  UpstreamFailure,
  UsageReading,
} from '@tollgate/model-spec';

/** What the events of a streamed answer have shown so far. */
export abstract class AnswerState {
  usage: UsageReading = { kind: 'missing' };
  upstreamUsage: unknown;
  extras: ReportedExtras | undefined;
  finishReason: FinishReason | undefined;
  nativeFinishReason: string | undefined;
  hasContent = false;
  failure: UpstreamFailure | undefined;

  /** The frames that the end of the upstream's bytes brings. */
  end(): string {
    return '';
  }
}
