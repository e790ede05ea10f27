import { AppError } from '@tollgate/errors';
import type { Logger } from '@tollgate/observability';
import {
  arkVideos,
  dashscopeVideos,
  geminiVideos,
  openaiVideos,
  videoProtocols,
  type VideoHttpAnswer,
  type VideoHttpRequest,
  type VideoOutput,
  type VideoVerdict,
  type VideoProtocol,
  type VideoProtocolName,
} from '@tollgate/video-protocols';
import type { Job } from '../domain/job';
import type {
  AdmittedCandidate,
  Route,
  SubmitOutcome,
  Upstream,
  WayInput,
} from '../use-cases/ports';
import { NotConnectedError, type HttpClient } from './http-client';
import { openVideo } from './open-video';
import { RecentOutputs } from './recent-outputs';

export interface UpstreamOptions {
  readonly client: HttpClient;
  readonly findRoute: (routeId: string) => Promise<Route | undefined>;
  readonly logger: Logger;
}

const pollMsMax = 10_000;
const unknown: VideoVerdict = { kind: 'unknown' };

/** Providers, in their own protocols. */
export function createUpstream({ client, findRoute, logger }: UpstreamOptions): Upstream {
  const recent = new RecentOutputs();

  async function ask(job: Job): Promise<VideoVerdict> {
    const { upstreamJobId, candidate } = job;
    if (candidate === undefined || upstreamJobId === undefined) return unknown;
    const route = await findRoute(candidate.routeId);
    const protocol = route && findProtocol(route.protocol);
    if (route === undefined || protocol === undefined) {
      logger.warn('the route of a job is gone', { ulid: job.ulid, routeId: candidate.routeId });
      return unknown;
    }
    const request = protocol.buildPoll(route, upstreamJobId);
    const answer = await client.send(request, 'pooled', AbortSignal.timeout(pollMsMax));
    return protocol.readPoll(answer, route, upstreamJobId);
  }

  async function askSafely(job: Job): Promise<VideoVerdict> {
    try {
      const verdict = await ask(job);
      if (verdict.kind === 'completed') recent.add(job.ulid, verdict.outputs);
      return verdict;
    } catch (error) {
      logger.debug('a provider could not be asked', { ulid: job.ulid, error });
      return unknown;
    }
  }

  /**
   * URLs of outputs expire, and URLs that contain our key are never stored: an expired URL is
   * fetched from the provider again.
   */
  async function findOutputs(job: Job): Promise<readonly VideoOutput[]> {
    const known = recent.find(job.ulid);
    if (known !== undefined) return known;
    const verdict = await askSafely(job);
    return verdict.kind === 'completed' ? verdict.outputs : [];
  }

  return {
    submit: (candidate, input, signal) => submit(client, { candidate, input, signal }),
    ask: askSafely,
    async openOutput(job, index, signal) {
      const output = (await findOutputs(job))[index];
      const route = job.candidate && (await findRoute(job.candidate.routeId));
      if (output === undefined || route === undefined) throw new AppError('upstream_unavailable');
      try {
        return await openVideo({ client, output, baseUrl: route.baseUrl, signal });
      } catch (error) {
        // The URL may have expired; a retry asks the provider for a new one.
        recent.forget(job.ulid);
        throw error;
      }
    },
  };
}

interface Submission {
  readonly candidate: AdmittedCandidate;
  readonly input: WayInput;
  readonly signal: AbortSignal;
}

async function submit(client: HttpClient, submission: Submission): Promise<SubmitOutcome> {
  const { signal, candidate } = submission;
  const protocol = findProtocol(candidate.route.protocol);
  if (protocol === undefined) return { kind: 'unsayable', error: new AppError('no_route') };
  let request: VideoHttpRequest;
  try {
    const target = { ...candidate.route, upstreamModel: candidate.upstreamModel };
    request = protocol.buildSubmit({ ...submission.input, target });
  } catch (error) {
    return { kind: 'unsayable', error: AppError.from(error) };
  }
  let answer: VideoHttpAnswer;
  try {
    answer = await client.send(request, 'once', signal);
  } catch (cause) {
    if (cause instanceof NotConnectedError) return { kind: 'unreachable', cause };
    return { kind: 'unclear', status: 0, cause };
  }
  return { ...protocol.readSubmit(answer), status: answer.status };
}

const protocols: Readonly<Record<VideoProtocolName, VideoProtocol>> = {
  'openai-videos': openaiVideos,
  'ark-videos': arkVideos,
  'dashscope-videos': dashscopeVideos,
  'gemini-videos': geminiVideos,
};

/** The protocol of a provider; undefined when it is unknown here. */
function findProtocol(name: string): VideoProtocol | undefined {
  const known = videoProtocols.find((candidate) => candidate === name);
  return known && protocols[known];
}
