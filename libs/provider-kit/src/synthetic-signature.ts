const prefix = 'tollgate1.';

/**
 * Clients of the Messages dialect keep thinking only with a signature. Thinking of other models
 * gets one that says where it is from; no provider ever sees it.
 */
export function makeSyntheticSignature(model: string): string {
  return prefix + Buffer.from(model).toString('base64url');
}

/** Empty ones too: a provider that signs would refuse either. */
export function isForeignSignature(signature: string | undefined): boolean {
  return signature === undefined || signature === '' || signature.startsWith(prefix);
}
