import { estimateTextTokens } from '@tollgate/model-kit';
import { AppError } from '@tollgate/errors';
import {
  fitVideo,
  measureVideo,
  parseVideoRequest,
  rateVideo,
  arkVideos,
  dashscopeVideos,
  geminiVideos,
  openaiVideos,
  type FittedVideo,
  type SubmitInput,
  type VideoRequest,
  type VideoProtocol,
  type VideoProtocolName,
} from '@tollgate/video-protocols';
import type { Candidate } from '../domain/candidate';
import { isVideoProtocol, type CatalogModel, type RouteProtocol } from '../catalog/catalog';
import type { Endpoint, InferenceRequest, PreparedRequest, RawRequest } from '../domain/endpoint';

/**
 * The relay's part of POST /v1/videos: checks, candidates and the most that a job can cost. An
 * input video of unknown length counts as the longest that the model can make.
 */
export function createVideosEndpoint(inputSeconds?: number): Endpoint {
  return {
    parse: ({ body, bodyText }) => {
      // A job has one model, because its parameters depend on that model.
      const { models: _models, ...rest } = body;
      return makeRequest(parseVideoRequest(body), { body: rest, bodyText }, inputSeconds);
    },
  };
}

/** The job that a model makes of a request. Raises: model_endpoint_mismatch, unsupported_param. */
export function fitJob(
  request: VideoRequest,
  model: CatalogModel,
  inputSeconds: number | undefined,
): FittedVideo {
  if (model.kind === 'video') return fitVideo(request, model.document.video, inputSeconds);
  throw new AppError('model_endpoint_mismatch', {
    message: `${model.id} is not a model for videos`,
    param: 'model',
  });
}

function makeRequest(
  video: VideoRequest,
  raw: Pick<RawRequest, 'body' | 'bodyText'>,
  inputSeconds: number | undefined,
): InferenceRequest {
  const request: InferenceRequest = {
    ...raw,
    apiType: 'videos',
    requestedModel: video.model,
    isStreaming: false,
    outputTokensMax: undefined,
    choices: 1,
    keepAliveFrame: '',
    headers: {},
    estimatePromptTokens: () => estimateTextTokens(video.prompt),
    measureUnits: (model) => {
      const fitted = fitJob(video, model, inputSeconds);
      return { reserve: (prices) => measureVideo(rateVideo(prices, fitted), fitted) };
    },
    fitTo: (model) => {
      fitJob(video, model, inputSeconds);
      return request;
    },
    prepare: (candidate) => {
      const fitted = fitJob(video, candidate.model, inputSeconds);
      return prepareJob(candidate, { request: video, prompt: video.prompt, video: fitted });
    },
    renderFailure: () => '',
  };
  return request;
}

/** Only checks whether this candidate can serve the job: the video service sends it. */
function prepareJob(
  { route, target }: Candidate,
  job: Omit<SubmitInput, 'target'>,
): PreparedRequest {
  const protocol = findVideoProtocol(route.protocol);
  if (protocol === undefined) throw new AppError('no_route');
  const { headers, url } = protocol.buildSubmit({ ...job, target });
  return {
    request: { url, headers, body: '' },
    headers: {},
    readFailure: refuse,
    readPlain: refuse,
    openStream: refuse,
  };
}

function refuse(): never {
  throw new Error('the video service reads the answers of jobs');
}

const protocols: Readonly<Record<VideoProtocolName, VideoProtocol>> = {
  'openai-videos': openaiVideos,
  'ark-videos': arkVideos,
  'dashscope-videos': dashscopeVideos,
  'gemini-videos': geminiVideos,
};

/** Undefined for other protocols. */
function findVideoProtocol(name: RouteProtocol): VideoProtocol | undefined {
  return isVideoProtocol(name) ? protocols[name] : undefined;
}
