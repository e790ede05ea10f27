import type {
  Content,
  FunctionCallingConfig,
  FunctionCallingConfigMode,
  FunctionDeclaration,
  GenerationConfig,
  Part,
} from '@google/genai';

export type * from '@google/genai';
export type { FinishReason as WireFinishReason } from '@google/genai';

/** Parts of one role in a row: the API wants roles to alternate. */
export interface WireContent extends Content {
  readonly role: 'user' | 'model';
  readonly parts: Part[];
}

/** The SDK's enums are strings on the wire. */
export interface WireCallingConfig extends Omit<FunctionCallingConfig, 'mode'> {
  readonly mode: `${FunctionCallingConfigMode}`;
}

export type WireTool =
  | { readonly functionDeclarations: readonly FunctionDeclaration[] }
  | { readonly googleSearch: object };

/** The body that the SDK makes of its parameters. */
export interface WireRequest {
  readonly contents: readonly WireContent[];
  readonly systemInstruction?: { readonly parts: readonly Part[] };
  readonly tools?: readonly WireTool[];
  readonly toolConfig?: { readonly functionCallingConfig: WireCallingConfig };
  readonly generationConfig?: Partial<GenerationConfig>;
}
