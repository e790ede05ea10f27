import { aRouteView } from '../../../../test/support/build-route-view';
import { findSubject, scoreSubjects } from './score-subject';
import { subjectTiers, type SubjectTier } from '../../../catalog/tiers';

const score = (tier: SubjectTier, text: string, tools: readonly string[] = []): number =>
  scoreSubjects(aRouteView({ text, tools }))[tier];

describe('scoreSubjects', () => {
  it.each([
    ['a strong word', 'refactor', 2],
    ['a weak word', 'the function', 1],
    ['the same word twice', 'refactor, refactor', 2],
    ['three strong words', 'refactor typescript regex', 6],
    ['no more than three strong words', 'refactor typescript regex javascript', 6],
    ['no more than three weak words', 'function bug script api', 3],
    ['a word inside another', 'refactoring', 0],
    ['capitals', 'TypeScript', 2],
    ['plurals', 'unit tests', 2],
    ['a phrase over a line break', 'pull\nrequest', 2],
    ['fenced code, not its words', '```\nrefactor\n```', 3],
    ['a stack trace of JavaScript', 'Oops\n    at load (index:1:1)', 3],
    ['a stack trace of Python', 'Traceback (most recent call last):', 3],
    ['a diff', '@@ -1,2 +1,3 @@', 3],
    ['a file name', 'see main.rs', 1],
    ['a statement of SQL', 'SELECT a FROM b', 2],
  ])('counts %s', (_, text, expected) => {
    expect(score('coding', text)).toBe(expected);
  });

  it('counts SQL for data too', () => {
    expect(score('data', 'SELECT a FROM b')).toBe(2);
  });

  it.each([
    [['sendEmail to somebody'], 0],
    [['send email'], 2],
    [['send email', 'search inbox'], 4],
    [['send email', 'search inbox', 'delete email'], 4],
  ])('counts the tools %j with %d points', (tools, expected) => {
    expect(score('email', 'now', tools)).toBe(expected);
  });
});

describe('findSubject', () => {
  it.each([
    ['four points', 'refactor typescript', 'coding'],
    ['three points', 'refactor the function', undefined],
    ['a lead of two', 'refactor typescript in a tweet', 'coding'],
    ['a lead of one', 'refactor typescript in a tweet of my thread', undefined],
    ['a tie', 'refactor typescript, tweet a hashtag', undefined],
    ['nothing', '', undefined],
  ])('wants a clear winner: %s', (_, text, expected) => {
    expect(findSubject(aRouteView({ text }))).toBe(expected);
  });

  it.each([
    ['coding', 'Refactor this and add a unit test'],
    ['data', 'Load the csv into a dataframe'],
    ['search', 'Search the web for the latest news'],
    ['social', 'Write a tweet with a hashtag'],
    ['email', 'Draft an email with a subject line'],
    ['calendar', 'Schedule a meeting and send a calendar invite'],
    ['trading', 'Backtest my portfolio'],
    ['image', 'Draw an illustration of a fox'],
    ['video', 'Make a video, animate the fox'],
  ] as const)('knows %s', (tier, text) => {
    expect(findSubject(aRouteView({ text }))).toBe(tier);
  });

  it('has words for every subject', () => {
    const points = scoreSubjects(aRouteView({ text: '' }));
    expect(Object.keys(points)).toEqual([...subjectTiers]);
  });
});
