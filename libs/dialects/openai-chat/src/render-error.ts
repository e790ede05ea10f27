import { renderOpenAiError, type AppError } from '@tollgate/errors';

export const doneFrame = 'data: [DONE]\n\n';
export const keepAliveFrame = ': keep-alive\n\n';

/** A failure after the stream began: an error frame without choices, then the terminal frame. */
export function renderErrorFrames(error: AppError, generationId: string): string {
  const body = renderOpenAiError(error);
  const metadata = { ...body.error.metadata, generation_id: generationId };
  return `data: ${JSON.stringify({ error: { ...body.error, metadata } })}\n\n${doneFrame}`;
}
