/** All that the router looks at, in whichever dialect it was said. */
export interface RouteView {
  /** The last user message, cut in its middle when it is very long. */
  readonly text: string;
  /** Of the user. */
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
