import type { ServerResponse } from 'node:http';
import type { Instructions } from '../domain/instructions';
import { errors } from '../domain/protocols/openai/render-error';
import type { HangingCalls } from './hanging-calls';
import type { Pause } from './pause';
import { sendErrorAnswer } from './send-error';

/** Whether the script of a media call was applied: it waits, hangs or fails. */
export async function answerScript(
  response: ServerResponse,
  instructions: Instructions,
  tools: {
    readonly hanging: Pick<HangingCalls, 'hold'>;
    readonly pause: Pause;
    readonly key: string;
  },
): Promise<boolean> {
  const { body, delayMs, status } = instructions;
  if (delayMs > 0) await tools.pause.forMs(delayMs);
  if (response.destroyed) return true;
  if (body === 'hang') {
    tools.hanging.hold(response);
    return true;
  }
  if (status === undefined) return false;
  sendErrorAnswer(response, errors.scripted({ ...instructions, status, key: tools.key }));
  return true;
}
