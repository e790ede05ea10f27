import type { ReasoningFormat } from '@tollgate/model-spec';

const prefix = 'tollgate1.';

/**
 * Clients of the Messages dialect keep thinking only with a signature. Thinking of other models
 * gets one that names the model; it is never sent to a provider.
 */
export function makeSyntheticSignature(model: string): string {
  return prefix + Buffer.from(model).toString('base64url');
}

/** Empty ones too: a provider that signs would refuse either. */
export function isForeignSignature(signature: string | undefined): boolean {
  return signature === undefined || signature === '' || signature.startsWith(prefix);
}

/** A signature with the provider that made it. */
export interface SealedSignature {
  readonly format: ReasoningFormat;
  readonly signature: string;
  readonly isRedacted: boolean;
}

const seal = /^tollgate1\.(anthropic|google|unknown)(-hidden)?:(.*)$/s;

/**
 * Where a dialect has one field for data to send back, the provider is stored with the signature;
 * OpenAI's own content stays unchanged.
 */
export function sealSignature({ format, isRedacted, signature }: SealedSignature): string {
  return format === 'openai'
    ? signature
    : `${prefix}${format}${isRedacted ? '-hidden' : ''}:${signature}`;
}

export function openSignature(text: string): SealedSignature {
  const [, format, hidden, signature] = seal.exec(text) ?? [];
  if (format === undefined || signature === undefined) {
    return { format: 'openai', signature: text, isRedacted: false };
  }
  return { format: format as ReasoningFormat, signature, isRedacted: hidden !== undefined };
}
