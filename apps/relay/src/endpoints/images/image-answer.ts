import type { GivenImage, HostedImage } from '@tollgate/dialects/openai-images';
import type { NeutralAnswer, UpstreamFailure, UpstreamRequest } from '@tollgate/model-spec';

/** A provider's answer to a request for images. */
export interface ImageAnswer extends Omit<NeutralAnswer, 'parts'> {
  readonly images: readonly GivenImage[];
  /** Text beside the images. */
  readonly parts: NeutralAnswer['parts'];
  readonly upstreamUsage: unknown;
  /** As reported by the provider. */
  readonly size: string | undefined;
  readonly quality: string | undefined;
}

/** A request for images in the protocol of one provider, and how its answer is read. */
export interface ImageExchange {
  readonly request: UpstreamRequest;
  readAnswer(text: string): ImageAnswer;
  readFailure(
    status: number,
    text: string,
    headers: Readonly<Record<string, unknown>>,
  ): UpstreamFailure;
}

export interface HostContext {
  /** Of the call. */
  readonly ulid: string;
  /**
   * The base address of an operator's provider: images on its host need no further check. Undefined
   * where a tenant chose the provider: its name may resolve to another address by the time an image
   * is fetched.
   */
  readonly trustedBaseUrl: string | undefined;
}

/** Makes images available to clients. Raises: pipeline_error. */
export type HostImages = (
  images: readonly GivenImage[],
  context: HostContext,
) => Promise<readonly HostedImage[]>;
