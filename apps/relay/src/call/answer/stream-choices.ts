import type { ChoiceStreams } from '../../domain/endpoint';
import { sumUsages } from '../../domain/sum-usages';
import type { OpenedCall } from '../attempt/opened-call';
import { readAll } from '../attempt/read-all';
import type { CompleteAnswer } from './complete-answer';
import { passStream, type StreamParts } from './stream-answer';

/**
 * Passes on several streams side by side as the choices of one, all but their last frames. Raises
 * AnswerFailedError when one of them fails: the client asked for all of them.
 */
export async function streamChoices(
  call: OpenedCall,
  choices: ChoiceStreams,
  parts: Omit<StreamParts, 'stream'>,
): Promise<CompleteAnswer> {
  const { streams } = choices;
  const answers = [call.answer, ...(call.otherAnswers ?? [])];
  const times = await readAll(answers, (answer, index) => {
    const stream = streams[index];
    if (stream === undefined) throw new RangeError('more answers than choices');
    return passStream(call, answer, { ...parts, stream });
  });
  const contentTimes = times.filter((time) => time !== undefined);
  return {
    ...sumUsages(streams),
    upstreamUsage: undefined,
    finishReason: streams[0]?.finishReason,
    nativeFinishReason: streams[0]?.nativeFinishReason,
    firstTokenMs: contentTimes.length === 0 ? undefined : Math.min(...contentTimes),
    isCancelled: call.clientGone.aborted,
    hold: parts.meter?.hold ?? call.hold,
    render: (settled) => choices.finish(settled),
  };
}
