import { noInstructions, readInstructions, type Instructions } from '../instructions';

/** Instructions of a caller for a video job. See README.md. */
export interface VideoScript {
  readonly queuedMs: number;
  readonly runningMs: number;
  readonly fail: 'moderation' | 'error' | 'cancelled' | undefined;
  /** The job is started, but its caller gets no answer. */
  readonly loses: 'cut' | 'hang' | undefined;
  readonly neverEnds: boolean;
  /** So many polls are answered with 503 first. */
  readonly pollErrors: number;
  /** So many polls are answered with something that is no JSON first. */
  readonly pollGarbage: number;
  /** So many downloads fail first. */
  readonly contentErrors: number;
  /** The seconds that it reports; undefined: as many as requested. */
  readonly madeSeconds: number | undefined;
  readonly tag: string;
  /** Words of every call: `status`, `delay_ms`, `hang`, `garbage`, … */
  readonly instructions: Instructions;
}

const queuedMsDefault = 100;
const runningMsDefault = 400;
const timeMsMax = 86_400_000;
const countMax = 100_000;
const failures = ['moderation', 'error', 'cancelled'] as const;
const word = /([a-z_]+)(?:=([\w.-]+))?/g;
const marked = /\[\[sim:([^\]]*)\]\]/;

/** From the model's name and from the prompt, which wins. */
export function readVideoScript(model: string, prompt: string): VideoScript {
  const [, ...inName] = model.split('+');
  const inPrompt = marked.exec(prompt)?.[1] ?? '';
  const words = new Map(
    [...`${inName.join(' ')} ${inPrompt}`.matchAll(word)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
  const count = (name: string, max: number): number | undefined => {
    const value = Number(words.get(name) || Number.NaN);
    return Number.isFinite(value) && value >= 0 ? Math.min(value, max) : undefined;
  };
  return {
    queuedMs: count('queued_ms', timeMsMax) ?? queuedMsDefault,
    runningMs: count('running_ms', timeMsMax) ?? runningMsDefault,
    fail: failures.find((failure) => failure === words.get('fail')),
    loses: readLoss(words),
    neverEnds: words.has('never'),
    pollErrors: count('poll_errors', countMax) ?? 0,
    pollGarbage: count('poll_garbage', countMax) ?? 0,
    contentErrors: count('content_errors', countMax) ?? 0,
    madeSeconds: count('made_seconds', countMax),
    tag: words.get('tag') ?? '',
    instructions: words.size === 0 ? noInstructions : readInstructions(model, prompt),
  };
}

function readLoss(words: ReadonlyMap<string, string>): VideoScript['loses'] {
  if (!words.has('lost')) return undefined;
  return words.get('lost') === 'hang' ? 'hang' : 'cut';
}
