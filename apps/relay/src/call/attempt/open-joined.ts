import type { UpstreamRequest } from '@tollgate/model-spec';
import type { PreparedRequest } from '../../domain/endpoint';
import type { UpstreamAnswer } from './open-upstream';

type Open = (request: UpstreamRequest, signal: AbortSignal) => Promise<UpstreamAnswer>;

/** One of several requests was refused. */
class RequestRefused extends Error {
  override readonly name = 'RequestRefused';

  constructor(readonly answer: UpstreamAnswer) {
    super(`one of several requests was refused with ${answer.status}`);
  }
}

/**
 * Sends all requests of an answer. All succeed, or the others are given up: then it raises the
 * first failure, or returns the first refusal alone.
 */
export async function openJoined(
  open: Open,
  { joined, request }: Pick<PreparedRequest, 'joined' | 'request'>,
  clientGone: AbortSignal,
): Promise<readonly [UpstreamAnswer, ...UpstreamAnswer[]]> {
  if (joined === undefined) return [await open(request, clientGone)];
  const { count, parallelMax = count, requests } = joined;
  const controllers = Array.from({ length: count }, () => new AbortController());
  const answers: UpstreamAnswer[] = [];
  // The one whose failure counts: its body is still to be read.
  let failed: AbortController | undefined;
  const openOne = async (index: number, controller: AbortController): Promise<void> => {
    try {
      const signal = AbortSignal.any([clientGone, controller.signal]);
      const answer = await open(requests?.[index] ?? request, signal);
      if (answer.status < 200 || answer.status >= 300) throw new RequestRefused(answer);
      answers[index] = answer;
    } catch (error) {
      failed ??= controller;
      throw error;
    }
  };
  // The runners share the iterator, so each request is sent once.
  const waiting = controllers.entries();
  const run = async (): Promise<void> => {
    for (const [index, controller] of waiting) {
      if (failed !== undefined) return;
      await openOne(index, controller);
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(count, parallelMax) }, run));
    const [first, ...others] = answers;
    return [first as UpstreamAnswer, ...others];
  } catch (error) {
    for (const controller of controllers) if (controller !== failed) controller.abort();
    if (error instanceof RequestRefused) return [error.answer];
    throw error;
  }
}
