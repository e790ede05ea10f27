import type {
  AdmitVideoResponse,
  VideoAdmissionServiceClient,
  VideoRoute,
  VideoWay,
} from '@tollgate/contracts';
import { AppError } from '@tollgate/errors';
import { callUnary } from '@tollgate/rpc';
import { pickVideoFields, videoTasks, type FittedVideo } from '@tollgate/video-protocols';
import type { Admission, Admitted, AdmittedWay, Route } from '../use-cases/ports';

const deadlineMs = 10_000;

/** Has the relay let a job in. */
export function createRelayAdmission(client: VideoAdmissionServiceClient): Admission {
  return {
    async admit({ body, inputSeconds, ...request }) {
      const bodyJson = Buffer.from(JSON.stringify(pickVideoFields(body)));
      const { appName, identity, referer, requestId, ulid } = request;
      const answer = await callUnary(
        client.admitVideo.bind(client),
        { ulid, identity, requestId, appName, referer, bodyJson, inputSeconds },
        { deadlineMs, requestId },
      );
      return readAdmitted(answer);
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
    ways: ways.map(readWay),
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

function readWay(way: VideoWay): AdmittedWay {
  const route = readRoute(way.route);
  const { priceVersion, requestPicos, secondPicos, upstreamModel } = way;
  const { provider, routeId } = route;
  return { route, routeId, provider, upstreamModel, secondPicos, requestPicos, priceVersion };
}

export function readRoute(route: VideoRoute | undefined): Route {
  if (route === undefined) throw new AppError('internal');
  const { apiKey, baseUrl, headers, protocol, provider, routeId } = route;
  return { routeId, provider, protocol, baseUrl, apiKey, headers };
}
