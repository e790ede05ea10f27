import type { Fields } from '../fields';
import type { ErrorAnswer, Protocol } from '../protocol';
import type { JobState, ReadOrder, VideoJob } from './video-job';

export interface JobView {
  readonly job: VideoJob;
  readonly state: JobState;
  readonly nowMs: number;
  /** Where anybody can fetch the result. */
  readonly contentUrl: string;
}

/** How one provider of videos looks on the wire. */
export interface VideoWire {
  readonly name: string;
  readonly makeJobId: (id: string) => string;
  readonly readOrder: (body: Fields) => ReadOrder;
  readonly renderAccepted: (view: JobView) => object;
  readonly renderJob: (view: JobView) => object;
  readonly errors: Protocol['errors'] & { notFound(id: string): ErrorAnswer };
}
