import type { Candidate } from '../domain/candidate';
import type { CompleteAnswer } from '../call/answer/complete-answer';
import type { OpenedCall } from '../call/attempt/opened-call';
import type { ParsedCall } from '../call/receive/received-call';
import type { DayStats } from './day-stats';
import type { AnswerTimes, RouteStats } from './route-stats';
import type { StickyPrompt, StickyRoutes } from './sticky-routes';

/** The key of the measurements of a candidate: the models of a wildcard route differ in speed. */
export function makeTimesKey({ model, route }: Pick<Candidate, 'model' | 'route'>): string {
  return `${route.id} ${model.isUnlisted === true ? '*' : model.id}`;
}

export function makePrompt(
  { caller, request }: Pick<ParsedCall, 'caller' | 'request'>,
  { model }: Pick<Candidate, 'model'>,
): StickyPrompt {
  const { body, bodyText } = request;
  return { keyId: caller.keyId, modelId: model.id, body, bodyText };
}

/** Records the speed of the answer, and that its provider has the prompt in its cache. */
export function createLearn(options: {
  readonly stats: RouteStats;
  readonly day: DayStats;
  readonly sticky: StickyRoutes;
  readonly getNowMs: () => number;
}): (opened: OpenedCall, answer: CompleteAnswer) => void {
  const { day, getNowMs, stats, sticky } = options;
  return (opened, answer) => {
    const { candidate, candidates } = opened;
    if (candidate.isTest) return;
    const key = makeTimesKey(candidate);
    const times = measureTimes(opened, answer, getNowMs());
    stats.note(key, times);
    day.noteTimes(key, times);
    if (candidates.length > 1) sticky.remember(makePrompt(opened, candidate), candidate.route.id);
  };
}

type MeasuredAnswer = Pick<CompleteAnswer, 'firstTokenMs' | 'singleUsages' | 'usage'>;

export function measureTimes(
  { attemptStartedAtMs, startedAtMs }: Pick<OpenedCall, 'attemptStartedAtMs' | 'startedAtMs'>,
  { firstTokenMs, singleUsages = [], usage }: MeasuredAnswer,
  nowMs: number,
): AnswerTimes {
  // Measured from the start of the call, so the time of earlier attempts is subtracted.
  const waitedMs = attemptStartedAtMs - startedAtMs;
  const latencyMs = firstTokenMs === undefined ? undefined : Math.max(1, firstTokenMs - waitedMs);
  const writingMs = Math.max(1, nowMs - attemptStartedAtMs - (latencyMs ?? 0));
  const written = usage.kind === 'usage' ? usage.usage.output : 0;
  // Choices that were written side by side took the time of one.
  const tokens = written / Math.max(1, singleUsages.length);
  return {
    firstTokenMs: latencyMs,
    tokensPerSecond: tokens === 0 ? undefined : (tokens * 1_000) / writingMs,
  };
}
