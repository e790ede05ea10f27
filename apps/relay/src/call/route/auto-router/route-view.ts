/** What the router reads of a request, in any dialect. */
export interface RouteView {
  /** The last user message; the middle of a very long one is cut. */
  readonly text: string;
  /** Number of user messages. */
  readonly turns: number;
  readonly tools: readonly string[];
  /** In the last three user messages. */
  readonly hasImage: boolean;
  readonly hasVideo: boolean;
  readonly hasAudio: boolean;
  readonly hasFile: boolean;
  readonly wantsImage: boolean;
  readonly wantsWeb: boolean;
  readonly wantsThought: boolean;
  readonly outputTokensMax: number;
  readonly hasStrictSchema: boolean;
  estimatePromptTokens(): number;
}
