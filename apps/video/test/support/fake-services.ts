import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceCredential } from '@tollgate/config';
import {
  BookedHoldState,
  UsageRecorded,
  VideoAdmissionServiceService,
  WalletServiceService,
  type AdmitVideoRequest,
  type BookedHold,
  type VideoAdmissionServiceServer,
  type VideoWay,
  type WalletServiceServer,
} from '@tollgate/contracts';
import { AppError } from '@tollgate/errors';
import { createMetrics, silentLogger } from '@tollgate/observability';
import { createGrpcPart, unaryHandler, type GrpcPart } from '@tollgate/rpc';
import { makeUsageDraft } from './build-job';

export interface FakeServices {
  /** Both the relay and billing. */
  readonly part: GrpcPart;
  /** Where jobs are sent, in order. */
  candidates: VideoWay[];
  readonly admitted: AdmitVideoRequest[];
  /** Raised instead of letting a job in. */
  refusal: AppError | undefined;
  /** How long the relay takes. */
  admitDelayMs: number;
  /** Seconds of input that are paid. */
  inputSeconds: number;
  readonly holds: Map<string, BookedHold>;
  /** Every end of a hold that had an effect. */
  readonly ends: { readonly holdId: string; readonly usage: UsageRecorded | undefined }[];
  /** Billing does not answer. */
  isBillingAway: boolean;
}

export const reservedNanos = 5_000_000_000n;

export function makeCandidate(baseUrl: string, routeId = 'route_1'): VideoWay {
  return {
    route: {
      routeId,
      provider: 'acme',
      protocol: 'openai-videos',
      baseUrl,
      apiKey: 'a-provider-key',
      headers: {},
    },
    upstreamModel: 'video-1',
    secondPicos: 400_000_000_000n,
    requestPicos: 0n,
    priceVersion: 1n,
  };
}

/** A real gRPC server with the candidates and the money of a test. */
export function createFakeServices(credential: ServiceCredential): FakeServices {
  const get = (): FakeServices => fakes;
  const part = createGrpcPart({
    name: 'relay and billing',
    host: '127.0.0.1',
    port: 0,
    services: [
      { definition: VideoAdmissionServiceService, implementation: createAdmission(get) },
      { definition: WalletServiceService, implementation: createWallets(get) },
    ],
    credential,
    logger: silentLogger,
    metrics: createMetrics('fake-services'),
  });
  const fakes: FakeServices = {
    part,
    candidates: [],
    admitted: [],
    refusal: undefined,
    admitDelayMs: 0,
    inputSeconds: 0,
    holds: new Map(),
    ends: [],
    isBillingAway: false,
  };
  return fakes;
}

function createAdmission(fakes: () => FakeServices): VideoAdmissionServiceServer {
  return {
    admitVideo: unaryHandler(async (request) => {
      const { admitted, holds, inputSeconds, refusal, candidates } = fakes();
      if (refusal !== undefined) throw refusal;
      admitted.push(request);
      await sleep(fakes().admitDelayMs);
      const { ulid } = request;
      const walletId = readWallet(request.identity);
      const state = BookedHoldState.BOOKED_HOLD_STATE_HELD;
      const amount = { amountNanos: reservedNanos, capturedNanos: 0n };
      holds.set(ulid, { holdId: ulid, walletId, state, ...amount });
      const body = JSON.parse(Buffer.from(request.bodyJson).toString('utf8')) as {
        prompt: string;
      };
      return {
        model: 'acme/video',
        prompt: body.prompt,
        job: {
          task: 'text',
          seconds: 8,
          inputSeconds,
          resolution: '1080p',
          aspectRatio: '16:9',
          hasAudio: false,
        },
        ways: candidates,
        reservedNanos,
        usageDraft: makeUsageDraft(ulid, walletId),
      };
    }),
    getVideoRoute: unaryHandler(async ({ routeId }) => {
      const candidate = fakes().candidates.find(({ route }) => route?.routeId === routeId);
      if (candidate === undefined) throw new AppError('not_found');
      return { route: candidate.route };
    }),
  };
}

/** The claims are signed, but not secret. */
function readWallet(identity: string): string {
  const [claims = ''] = identity.split('.');
  return (JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as { wallet: string })
    .wallet;
}

type Closed =
  BookedHoldState.BOOKED_HOLD_STATE_CAPTURED | BookedHoldState.BOOKED_HOLD_STATE_RELEASED;

function createWallets(fakes: () => FakeServices): WalletServiceServer {
  const unused = unaryHandler(async () => {
    throw new AppError('internal');
  });
  const close = (state: Closed) =>
    unaryHandler(
      async ({ holdId, usageRecorded }: { holdId: string; usageRecorded: Uint8Array }) => {
        const { ends, holds, isBillingAway } = fakes();
        if (isBillingAway) throw new AppError('overloaded');
        const hold = holds.get(holdId);
        if (hold === undefined) throw new AppError('not_found');
        if (hold.state === state) return { hold };
        if (hold.state !== BookedHoldState.BOOKED_HOLD_STATE_HELD) throw new AppError('conflict');
        const usage = usageRecorded.length > 0 ? UsageRecorded.decode(usageRecorded) : undefined;
        const closed = { ...hold, state, capturedNanos: usage?.costNanos ?? 0n };
        holds.set(holdId, closed);
        ends.push({ holdId, usage });
        return { hold: closed };
      },
    );
  return {
    getWallet: unused,
    loadTill: unused,
    loadGoodwill: unused,
    bookHold: unused,
    listKeyUsage: unused,
    listKeyTotals: unused,
    captureHold: close(BookedHoldState.BOOKED_HOLD_STATE_CAPTURED),
    releaseHold: close(BookedHoldState.BOOKED_HOLD_STATE_RELEASED),
  };
}
