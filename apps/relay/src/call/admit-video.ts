import { BillingOutcome, UsageRecorded } from '@tollgate/contracts';
import { AppError } from '@tollgate/errors';
import { idPrefixes } from '@tollgate/ids';
import type { Logger } from '@tollgate/observability';
import type { Spool } from '@tollgate/spool';
import type { HoldRef } from '@tollgate/till';
import {
  parseVideoRequest,
  rateVideo,
  type FittedVideo,
  type VideoRate,
} from '@tollgate/video-protocols';
import { createVideosEndpoint, fitJob } from '../endpoints/videos.endpoint';
import { withoutProbes, type Routing } from './route/choose-route';
import type { Holds } from './admit/holds';
import { placeHold } from './admit/place-hold';
import { prepareCall } from './admit/prepare-call';
import { makeUsageRecord } from './settle/make-usage-record';
import { routeCall, type RouteCallTools } from './route/route-call';
import { assertSpoolRoom } from './admit/admit-call';
import { parseCall, type ReceivedCall } from './receive/received-call';
import { admitWithin, type SessionQuotas } from './admit/session-quota';
import type { CallCandidate } from './route/routed-call';
import type { HeldCall, PreparedCall } from './admit/held-call';

export interface VideoCall extends Omit<ReceivedCall, 'endpoint'> {
  /** The length of the input video, where there is one and it is known. */
  readonly inputSeconds: number | undefined;
}

export interface AdmittedVideo {
  readonly model: string;
  /** After the review. */
  readonly prompt: string;
  readonly video: FittedVideo;
  readonly candidates: readonly (VideoRate & { readonly candidate: CallCandidate })[];
  readonly hold: HoldRef;
  readonly usageDraft: Uint8Array;
}

export type AdmitVideo = (call: VideoCall) => Promise<AdmittedVideo>;

export interface AdmitVideoOptions extends RouteCallTools {
  readonly getRouting: () => Routing;
  readonly sessions: SessionQuotas;
  readonly holds: Pick<Holds, 'place' | 'release'> & { forget(hold: HoldRef): void };
  /** Moves a hold from the till into the book. */
  readonly bookHold: (hold: HoldRef, reference: string) => Promise<void>;
  readonly spool: Pick<Spool, 'hasRoom'>;
  readonly logger: Logger;
}

/**
 * Admits a video job by the steps of any other call. Its hold moves into the book, since the job
 * outlives this relay. Raises what these steps raise, and overloaded when the book does not accept
 * the hold.
 */
export function createAdmitVideo(options: AdmitVideoOptions): AdmitVideo {
  const { bookHold, getRouting, holds, logger, sessions, spool } = options;

  async function hold(call: PreparedCall): Promise<HeldCall> {
    const held = await placeHold(call, holds);
    try {
      await bookHold(held.hold, idPrefixes.videoJob + call.ulid);
    } catch (error) {
      // If the book has it after all, nothing is left in the till to release.
      holds.release(held.hold);
      const { requestId, ulid: generation } = call;
      logger.warn('the hold of a job was not booked', { requestId, generation, error });
      throw new AppError('overloaded', { retryAfterSeconds: 1, cause: error });
    }
    holds.forget(held.hold);
    return held;
  }

  return async ({ inputSeconds, ...call }) => {
    const endpoint = createVideosEndpoint(inputSeconds);
    const parsed = parseCall({ ...call, endpoint });
    const routed = await routeCall(parsed, withoutProbes(getRouting()), options);
    assertSpoolRoom(spool);
    const prepared = keepCapable(prepareCall(routed));
    return describe(await admitWithin(call.caller, sessions, () => hold(prepared)), inputSeconds);
  };
}

/** The first candidate can serve the job; drop those behind it that cannot. */
function keepCapable(call: PreparedCall): PreparedCall {
  const [first, ...rest] = call.candidates;
  const capable = rest.filter((candidate) => {
    try {
      return candidate.request.prepare(candidate, candidate.face) !== undefined;
    } catch (error) {
      if (AppError.is(error)) return false;
      throw error;
    }
  });
  return { ...call, candidates: [first, ...capable] };
}

function describe(held: HeldCall, inputSeconds: number | undefined): AdmittedVideo {
  const [{ model, request }] = held.candidates;
  const asked = parseVideoRequest(request.body);
  const video = fitJob(asked, model, inputSeconds);
  const draft = makeUsageRecord(held, {
    outcome: BillingOutcome.BILLING_OUTCOME_UNSPECIFIED,
    attempts: [],
    isCancelled: false,
    errorCode: '',
  });
  return {
    model: model.id,
    prompt: asked.prompt,
    video,
    candidates: held.candidates.map((candidate) => ({
      candidate,
      ...rateVideo(candidate.prices, video),
    })),
    hold: held.hold,
    usageDraft: UsageRecorded.encode(draft).finish(),
  };
}
