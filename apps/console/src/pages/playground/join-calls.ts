import type { ToolCall, ToolCallPiece } from './dialects/dialect';

/** A call as far as it has come, at its place in the answer. */
export type GrowingCall = ToolCall & { readonly index: number };

/** Adds the pieces of one event: arguments come in parts, ids and names whole. */
export function joinCalls(
  calls: readonly GrowingCall[],
  pieces: readonly ToolCallPiece[],
): readonly GrowingCall[] {
  return pieces.reduce((all, piece) => {
    const known = all.find(({ index }) => index === piece.index);
    const call = {
      index: piece.index,
      id: piece.id ?? known?.id ?? '',
      name: piece.name ?? known?.name ?? '',
      arguments: (known?.arguments ?? '') + (piece.arguments ?? ''),
    };
    return known === undefined ? [...all, call] : all.map((each) => (each === known ? call : each));
  }, calls);
}
