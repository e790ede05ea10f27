import { findCodeMarks, removeFences, type CodeMarks } from './code-marks';
import { PhraseMatcher, splitWords, type PhraseHits } from './phrase-matcher';
import type { RouteView } from './read-route-view';
import { subjectWords } from './subject-words';
import { subjectTiers, type SubjectTier } from '../../../catalog/tiers';

const strongPoints = 2;
const weakPoints = 1;
/** Counts at most so many strong words, and as many weak ones. */
const countedMax = 3;
const toolPoints = 2;
const toolPointsMax = 4;
const pointsMin = 4;
const leadMin = 2;

const matcher = new PhraseMatcher(
  Object.fromEntries(
    subjectTiers.flatMap((tier) => [
      [`${tier} strong`, subjectWords[tier].strong],
      [`${tier} weak`, subjectWords[tier].weak],
    ]),
  ),
);

/** The subject of the request; undefined: it is not clear. */
export function findSubject(view: RouteView): SubjectTier | undefined {
  const points = scoreSubjects(view);
  const [best, next] = [...subjectTiers].sort((left, right) => points[right] - points[left]);
  if (best === undefined || next === undefined || points[best] < pointsMin) return undefined;
  return points[best] - points[next] >= leadMin ? best : undefined;
}

export function scoreSubjects({ text, tools }: RouteView): Record<SubjectTier, number> {
  const said = matcher.match(splitWords(removeFences(text)));
  const marks = findCodeMarks(text);
  const named = tools.map((tool) => matcher.match(splitWords(tool)));
  const score = (tier: SubjectTier): number =>
    strongPoints * Math.min(countedMax, said(`${tier} strong`).distinct) +
    weakPoints * Math.min(countedMax, said(`${tier} weak`).distinct) +
    Math.min(toolPointsMax, toolPoints * named.filter((hits) => isAbout(hits, tier)).length) +
    scoreMarks(marks, tier);
  return Object.fromEntries(subjectTiers.map((tier) => [tier, score(tier)])) as Record<
    SubjectTier,
    number
  >;
}

function isAbout(hits: (list: string) => PhraseHits, tier: SubjectTier): boolean {
  return hits(`${tier} strong`).distinct + hits(`${tier} weak`).distinct > 0;
}

function scoreMarks(marks: CodeMarks, tier: SubjectTier): number {
  const sql = marks.hasSql ? 2 : 0;
  if (tier === 'data') return sql;
  if (tier !== 'coding') return 0;
  return (
    (marks.hasFence ? 3 : 0) +
    (marks.hasStackTrace ? 3 : 0) +
    (marks.hasDiff ? 3 : 0) +
    (marks.hasSourceFile ? 1 : 0) +
    sql
  );
}
