/** What is made, by its inputs. */
export const videoTasks = [
  'text',
  'image',
  'keyframes',
  'continuation',
  'reference',
  'edit',
] as const;
export type VideoTask = (typeof videoTasks)[number];

/** A submitted job in one spelling; what its caller left out is undefined. */
export interface VideoRequest {
  readonly model: string;
  readonly prompt: string;
  readonly seconds: number | undefined;
  readonly resolution: string | undefined;
  readonly aspectRatio: string | undefined;
  /** Such as 1280x720. */
  readonly size: string | undefined;
  readonly wantsAudio: boolean | undefined;
  readonly hasWatermark: boolean;
  readonly firstFrame: string | undefined;
  readonly lastFrame: string | undefined;
  readonly references: readonly string[];
  readonly inputVideo: string | undefined;
  readonly seed: number | undefined;
  readonly callbackUrl: string | undefined;
}

/** The same, as one model will do it: nothing is left to guess. */
export interface FittedVideo {
  readonly task: VideoTask;
  /** Of the output. */
  readonly seconds: number;
  /** Paid beside those of the output; 0 unless an input video is edited. */
  readonly inputSeconds: number;
  readonly resolution: string | undefined;
  readonly aspectRatio: string | undefined;
  readonly hasAudio: boolean;
}

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
