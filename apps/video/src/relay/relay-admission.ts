import type { VideoAdmissionClient } from '@tollgate/clients';
import type { AdmitVideoResponse, VideoRoute, VideoWay } from '@tollgate/contracts';
import { AppError } from '@tollgate/errors';
import { pickVideoFields, videoTasks, type FittedVideo } from '@tollgate/video-protocols';
import type { Admission, Admitted, AdmittedCandidate, Route } from '../use-cases/ports';

/** The relay admits jobs. */
export function createRelayAdmission(client: VideoAdmissionClient): Admission {
  return {
    async admit({ body, inputSeconds, ...request }) {
      const bodyJson = Buffer.from(JSON.stringify(pickVideoFields(body)));
      const { appName, identity, referer, requestId, ulid } = request;
      const call = { ulid, identity, requestId, appName, referer };
      return readAdmitted(await client.admitVideo({ ...call, bodyJson, inputSeconds }));
    },
  };
}

function readAdmitted(answer: AdmitVideoResponse): Admitted {
  const { model, prompt, reservedNanos, usageDraft, ways } = answer;
  return {
    model,
    prompt,
    reservedNanos,
    usageDraft: Buffer.from(usageDraft),
    video: readVideo(answer),
    candidates: ways.map(readCandidate),
  };
}

function readVideo({ job }: AdmitVideoResponse): FittedVideo {
  const task = videoTasks.find((candidate) => candidate === job?.task);
  if (job === undefined || task === undefined) throw new AppError('internal');
  const { aspectRatio, hasAudio, inputSeconds, resolution, seconds } = job;
  return {
    task,
    seconds,
    inputSeconds,
    resolution: resolution === '' ? undefined : resolution,
    aspectRatio: aspectRatio === '' ? undefined : aspectRatio,
    hasAudio,
  };
}

function readCandidate(candidate: VideoWay): AdmittedCandidate {
  const route = readRoute(candidate.route);
  const { priceVersion, requestPicos, secondPicos, upstreamModel } = candidate;
  const { provider, routeId } = route;
  return { route, routeId, provider, upstreamModel, secondPicos, requestPicos, priceVersion };
}

export function readRoute(route: VideoRoute | undefined): Route {
  if (route === undefined) throw new AppError('internal');
  const { apiKey, baseUrl, headers, protocol, provider, routeId } = route;
  return { routeId, provider, protocol, baseUrl, apiKey, headers };
}
