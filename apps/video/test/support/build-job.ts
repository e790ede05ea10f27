import { UsageRecorded } from '@tollgate/contracts';
import { makeUlid } from '@tollgate/ids';
import type { Job, JobCandidate } from '../../src/domain/job';

export const candidate: JobCandidate = {
  routeId: 'route_1',
  provider: 'acme',
  upstreamModel: 'video-1',
  secondPicos: 400_000_000_000n,
  requestPicos: 0n,
  priceVersion: 3n,
};

export function makeUsageDraft(ulid: string, walletId: string): Buffer {
  const record = UsageRecorded.fromPartial({
    generationUlid: ulid,
    walletId,
    apiType: 'video',
    model: 'acme/video',
    startedAt: new Date('2026-11-14T09:00:00Z'),
    reservedNanos: 5_000_000_000n,
  });
  return Buffer.from(UsageRecorded.encode(record).finish());
}

/** A job that a provider works on, with what a test changes about it. */
export function buildJob(changes: Partial<Job> = {}): Job {
  const ulid = changes.ulid ?? makeUlid();
  const walletId = changes.walletId ?? 'user_1';
  return {
    ulid,
    walletId,
    state: 'submitted',
    alias: 'videos',
    callbackUrl: undefined,
    createdAt: new Date('2026-11-14T09:00:00Z'),
    dueAt: new Date('2026-11-14T09:00:10Z'),
    model: 'acme/video',
    seconds: 8,
    inputSeconds: 0,
    resolution: '1080p',
    aspectRatio: '16:9',
    usageDraft: makeUsageDraft(ulid, walletId),
    candidate,
    attempts: [],
    upstreamJobId: 'up-1',
    submittedAt: new Date('2026-11-14T09:00:00Z'),
    startedAt: undefined,
    progress: undefined,
    lastPolledAt: undefined,
    verdict: undefined,
    usageRecorded: undefined,
    keptUntil: undefined,
    ...changes,
  };
}
