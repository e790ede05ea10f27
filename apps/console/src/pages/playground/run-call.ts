import type { Credential } from './credential';
import type { Dialect, Piece, TextRequest } from './dialects/dialect';
import { readGenerationId, sendCall } from './send-call';
import { FrameReader, type Frame } from './sse';

export interface RunningCall {
  readonly credential: Credential;
  readonly dialect: Dialect;
  readonly request: TextRequest;
  readonly signal: AbortSignal;
  readonly onFrame: (frame: Frame, piece: Piece) => void;
  /** The id of the receipt. */
  readonly onStart: (generationId: string | undefined) => void;
}

/** Calls a model and reports every event as it comes; ends with the stream or throws. */
export async function runCall(call: RunningCall): Promise<void> {
  const { credential, dialect, onFrame, onStart, request, signal } = call;
  const sent = { path: dialect.path, body: dialect.makeBody(request) };
  const response = await sendCall(credential, sent, signal);
  if (response.body === null) return;
  onStart(readGenerationId(response));
  const frames = new FrameReader();
  const texts = response.body.pipeThrough(new TextDecoderStream());
  const reader = texts.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    for (const frame of frames.push(part.value)) onFrame(frame, dialect.readPiece(frame.data));
  }
}
