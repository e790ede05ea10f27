import type { FittedVideo } from '../src/video-request';
import type { SubmitInput, VideoTarget } from '../src/video-protocol';

/** What of a job is other than in the plain one. */
export interface SubmitChanges {
  readonly prompt?: string;
  readonly request?: Partial<SubmitInput['request']>;
  readonly video?: Partial<FittedVideo>;
  readonly target?: Partial<VideoTarget>;
}

/** A text-to-video job of eight seconds. */
export function makeSubmitInput({
  apiKey = 'sk-upstream-key',
  changes = {},
}: {
  readonly apiKey?: string;
  readonly changes?: SubmitChanges | undefined;
} = {}): SubmitInput {
  return {
    prompt: changes.prompt ?? 'A gate in the rain',
    request: {
      firstFrame: undefined,
      lastFrame: undefined,
      references: [],
      inputVideo: undefined,
      hasWatermark: false,
      seed: undefined,
      size: undefined,
      ...changes.request,
    },
    video: {
      task: 'text',
      seconds: 8,
      inputSeconds: 0,
      resolution: '720p',
      aspectRatio: '16:9',
      hasAudio: false,
      ...changes.video,
    },
    target: {
      baseUrl: 'https://upstream.test/v1',
      apiKey,
      headers: { 'x-team': 'blue' },
      upstreamModel: 'video-1',
      ...changes.target,
    },
  };
}
