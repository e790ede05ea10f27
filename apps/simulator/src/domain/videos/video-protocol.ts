import type { Fields } from '../fields';
import type { ErrorAnswer, Protocol } from '../protocol';
import type { JobState, ReadOrder, VideoJob } from './video-job';

export interface JobView {
  readonly job: VideoJob;
  readonly state: JobState;
  readonly nowMs: number;
  /** The public URL of the result. */
  readonly contentUrl: string;
}

/** How one provider of videos looks on the wire. */
export interface VideoWire {
  readonly name: string;
  /** Left out: it is a bearer token. */
  readonly readKey?: Protocol['readKey'];
  readonly makeJobId: (id: string) => string;
  /** Left out: a public URL. */
  readonly makeContentUrl?: (host: string, job: VideoJob) => string;
  /** The model where a protocol has it in the path; otherwise empty. */
  readonly readOrder: (body: Fields, model: string) => ReadOrder;
  readonly renderAccepted: (view: JobView) => object;
  readonly renderJob: (view: JobView) => object;
  readonly errors: Protocol['errors'] & { notFound(id: string): ErrorAnswer };
}
