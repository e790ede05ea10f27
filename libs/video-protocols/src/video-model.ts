import type { VideoTask } from './video-request';

/** The capabilities of a model in the catalog. A missing one is left to the provider. */
export interface VideoModel {
  /** Seconds; the first is the default. */
  readonly durations?: readonly number[] | undefined;
  /** What they multiply the price of a second by. */
  readonly resolutions?: Readonly<Record<string, string | null>> | undefined;
  /** The first is the default. */
  readonly aspectRatios?: readonly string[] | undefined;
  readonly tasks?: readonly VideoTask[] | undefined;
  readonly audioMultiplier?: string | null | undefined;
}
