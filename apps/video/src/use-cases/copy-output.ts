import type { ObjectStore } from '@tollgate/object-store';
import type { Logger } from '@tollgate/observability';
import { videoBytesMax } from '../domain/mp4';
import { getOutputKey } from '../domain/job-paths';
import type { Timings } from '../domain/timings';
import type { JobObserver, ClaimedOutput, Clock, OutputStore, Upstream } from './ports';

/** Brings a video from its provider to us; a failure is tried again later, not for ever. */
export type CopyOutput = (claimed: ClaimedOutput) => Promise<void>;

/** Time limit of one copy; the claim on an output lasts longer. */
export const copyMsMax = 10 * 60_000;

export function createCopyOutput(ports: {
  readonly outputs: OutputStore;
  readonly upstream: Upstream;
  readonly objects: ObjectStore;
  readonly observer: JobObserver;
  readonly timings: Timings;
  readonly clock: Clock;
  readonly logger: Logger;
}): CopyOutput {
  const { clock, logger, objects, observer, outputs, timings, upstream } = ports;

  async function copy({ job, output: { index } }: ClaimedOutput): Promise<void> {
    const opened = await upstream.openOutput(job, index, AbortSignal.timeout(copyMsMax));
    const { body, bytesTotal } = opened;
    const stored = await objects.put(getOutputKey(job.ulid, index), body, {
      contentType: 'video/mp4',
      bytesMax: videoBytesMax,
      ...(bytesTotal !== undefined && { bytes: bytesTotal }),
    });
    await outputs.markStored(job.ulid, index, stored.totalBytes);
  }

  return async (claimed) => {
    const { index, tries, ulid } = claimed.output;
    try {
      await copy(claimed);
      observer.noteCopy('stored');
    } catch (error) {
      const pauseMs = timings.copyPausesMs[tries];
      const nextTryAt =
        pauseMs === undefined ? undefined : new Date(clock.now().getTime() + pauseMs);
      const outcome = nextTryAt === undefined ? 'lost' : 'failed';
      logger.warn('a video was not copied', { ulid, index, outcome, error });
      observer.noteCopy(outcome);
      await outputs.noteFailure(ulid, index, nextTryAt);
    }
  };
}
