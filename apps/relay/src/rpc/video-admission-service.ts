import {
  VideoAdmissionServiceService,
  type AdmitVideoRequest,
  type AdmitVideoResponse,
  type VideoAdmissionServiceServer,
  type VideoRoute,
} from '@tollgate/contracts';
import { AppError } from '@tollgate/errors';
import type { CallerIdentity, IdentityVerifier } from '@tollgate/identity';
import { isUlid } from '@tollgate/ids';
import type { CallerPolicy } from '@tollgate/policy';
import type { RefusalLog } from '@tollgate/refusals';
import { unaryHandler, type GrpcService } from '@tollgate/rpc';
import { findActiveSpan, noSpan } from '@tollgate/tracing';
import { type ProviderRoute, type CatalogSnapshot, isVideoProtocol } from '../catalog/catalog';
import { checkCaller } from '../call/receive/receive-call';
import type { AdmittedVideo, AdmitVideo, VideoCall } from '../call/admit-video';

export interface VideoAdmissionOptions {
  readonly verifier: Pick<IdentityVerifier, 'verify'>;
  readonly findPolicy: (caller: CallerIdentity) => CallerPolicy | Promise<CallerPolicy>;
  readonly admitVideo: AdmitVideo;
  readonly getSnapshot: () => CatalogSnapshot;
  readonly refusals: Pick<RefusalLog, 'note'>;
}

/** Admits the jobs of the video service, and returns how to reach their providers. */
export function createVideoAdmissionService(options: VideoAdmissionOptions): GrpcService {
  const { admitVideo, getSnapshot } = options;
  const implementation: VideoAdmissionServiceServer = {
    admitVideo: unaryHandler(async (request, { signal }) => {
      try {
        return encodeAdmitted(await admitVideo(await readCall(request, signal, options)));
      } catch (error) {
        noteRefusal(error, request, options);
        throw error;
      }
    }),
    getVideoRoute: unaryHandler(async ({ routeId }) => {
      const route = findRoute(getSnapshot(), routeId);
      if (route === undefined) throw new AppError('not_found', { message: 'Route not found' });
      return { route: encodeRoute(route) };
    }),
  };
  return { definition: VideoAdmissionServiceService, implementation, callers: ['video'] };
}

/** The video service answers with the error of the admission, so that it is recorded here. */
function noteRefusal(
  error: unknown,
  { bodyJson, identity, requestId }: AdmitVideoRequest,
  { refusals, verifier }: VideoAdmissionOptions,
): void {
  if (!AppError.is(error) || error.reason === 'unauthenticated') return;
  const caller = verifier.verify(identity, Date.now());
  refusals.note(error, {
    requestId,
    caller,
    httpRoute: 'POST /v1/videos',
    model: readModel(Buffer.from(bodyJson).toString('utf8')),
  });
}

function readModel(bodyText: string): string {
  try {
    const { model } = readBody(bodyText);
    return typeof model === 'string' ? model : '';
  } catch {
    return '';
  }
}

async function readCall(
  request: AdmitVideoRequest,
  clientGone: AbortSignal,
  { findPolicy, verifier }: VideoAdmissionOptions,
): Promise<VideoCall> {
  const startedAtMs = Date.now();
  const { appName, inputSeconds, referer, requestId, ulid } = request;
  if (!isUlid(ulid)) throw AppError.forParam('bad_request', 'ulid', 'ulid is none');
  const caller = verifier.verify(request.identity, startedAtMs);
  checkCaller(caller);
  const policy = await findPolicy(caller);
  const bodyText = Buffer.from(request.bodyJson).toString('utf8');
  return {
    ulid,
    requestId,
    startedAtMs,
    caller,
    policy,
    appName,
    referer,
    bodyText,
    body: readBody(bodyText),
    clientHeaders: {},
    clientGone,
    span: findActiveSpan() ?? noSpan,
    inputSeconds,
  };
}

function readBody(text: string): Readonly<Record<string, unknown>> {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) {
      return body as Readonly<Record<string, unknown>>;
    }
  } catch {
    // Handled below, like anything that is not an object.
  }
  throw new AppError('invalid_json');
}

/** Jobs are charged by whole seconds. */
function encodeAdmitted(admitted: AdmittedVideo): AdmitVideoResponse {
  const { hold, model, prompt, usageDraft, video, candidates } = admitted;
  return {
    model,
    prompt,
    job: {
      task: video.task,
      seconds: video.seconds,
      inputSeconds: video.inputSeconds,
      resolution: video.resolution ?? '',
      aspectRatio: video.aspectRatio ?? '',
      hasAudio: video.hasAudio,
    },
    ways: candidates.map(({ candidate, requestPicos, secondPicos }) => ({
      route: encodeRoute(candidate.route),
      upstreamModel: candidate.target.upstreamModel,
      secondPicos,
      requestPicos,
      priceVersion: candidate.prices.version,
    })),
    reservedNanos: hold.amountNanos,
    usageDraft: Buffer.from(usageDraft),
  };
}

/** By the id of a route, or of a default key that serves as one. */
function findRoute(
  { defaultRoutes, routes }: CatalogSnapshot,
  id: string,
): ProviderRoute | undefined {
  for (const group of [...routes.values(), defaultRoutes]) {
    const route = group.find((candidate) => candidate.id === id);
    if (route !== undefined) return isVideoProtocol(route.protocol) ? route : undefined;
  }
  return undefined;
}

function encodeRoute({
  apiKey,
  baseUrl,
  headers,
  id,
  protocol,
  provider,
}: ProviderRoute): VideoRoute {
  return { routeId: id, provider, protocol, baseUrl, apiKey, headers: { ...headers } };
}
