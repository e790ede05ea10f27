import type { GivenImage, HostedImage } from '@tollgate/dialects/openai-images';
import type { NeutralAnswer, UpstreamFailure, UpstreamRequest } from '@tollgate/model-spec';

/** What a provider answered to a request for images. */
export interface ImageAnswer extends Omit<NeutralAnswer, 'parts'> {
  readonly images: readonly GivenImage[];
  /** Said beside them; none where the provider gives images only. */
  readonly parts: NeutralAnswer['parts'];
  readonly upstreamUsage: unknown;
  /** As the provider names them. */
  readonly size: string | undefined;
  readonly quality: string | undefined;
}

/** A request for images in the words of one provider. */
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
   * Of an operator's provider: what it has on its own host needs no further trust. None where a
   * tenant chose the provider: its name may lead elsewhere by the time that an image is fetched.
   */
  readonly trustedBaseUrl: string | undefined;
}

/** Makes images fetchable for clients. Raises: pipeline_error. */
export type HostImages = (
  images: readonly GivenImage[],
  context: HostContext,
) => Promise<readonly HostedImage[]>;
