import type { UpstreamFailure } from '@tollgate/model-spec';
import type { FittedVideo, VideoRequest } from './video-request';

/** Wire protocols of providers that make videos. */
export const videoProtocols = [
  'openai-videos',
  'ark-videos',
  'dashscope-videos',
  'gemini-videos',
] as const;
export type VideoProtocolName = (typeof videoProtocols)[number];

/** Where a job is sent. */
export interface VideoTarget {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly upstreamModel: string;
}

export interface VideoHttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export interface VideoHttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

export interface SubmitInput {
  readonly request: Pick<
    VideoRequest,
    'firstFrame' | 'hasWatermark' | 'inputVideo' | 'lastFrame' | 'references' | 'seed' | 'size'
  >;
  readonly prompt: string;
  readonly video: FittedVideo;
  readonly target: VideoTarget;
}

export type SubmitReading =
  | { readonly kind: 'accepted'; readonly upstreamJobId: string }
  /** It refused: there is no job. */
  | { readonly kind: 'refused'; readonly failure: UpstreamFailure }
  /** It may have started a job whose id was lost. */
  | { readonly kind: 'unclear' };

export type VideoOutput =
  /** A public URL, valid for a while. */
  | { readonly kind: 'url'; readonly url: string }
  /** Needs the provider's key. */
  | { readonly kind: 'request'; readonly request: VideoHttpRequest };

export type VideoVerdict =
  | { readonly kind: 'queued' }
  | { readonly kind: 'running'; readonly progress: number | undefined }
  | {
      readonly kind: 'completed';
      readonly outputs: readonly VideoOutput[];
      /** What was really made, where the provider reports it. */
      readonly seconds: number | undefined;
      /** How much of an input was read, where the provider reports it. */
      readonly inputSeconds?: number | undefined;
      readonly nativeReason: string;
    }
  | {
      readonly kind: 'failed';
      readonly code: 'content_moderation' | 'upstream_failed' | 'cancelled';
      /** The provider's text, without anything secret. */
      readonly message: string;
      readonly nativeReason: string;
    }
  /** Not a final state: the poll failed, or its answer was unclear. */
  | { readonly kind: 'unknown' };

/** One folder per protocol holds one of these, built from files of the same names. */
export interface VideoProtocol {
  readonly protocol: VideoProtocolName;
  /** Raises AppError: unsupported_param, for what this protocol cannot express. */
  buildSubmit(input: SubmitInput): VideoHttpRequest;
  readSubmit(answer: VideoHttpAnswer): SubmitReading;
  buildPoll(target: Omit<VideoTarget, 'upstreamModel'>, upstreamJobId: string): VideoHttpRequest;
  readPoll(
    answer: VideoHttpAnswer,
    target: Omit<VideoTarget, 'upstreamModel'>,
    upstreamJobId: string,
  ): VideoVerdict;
}
