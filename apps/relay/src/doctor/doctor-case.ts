import {
  countOutputTokens,
  countPromptTokens,
  type NeutralMessage,
  type NeutralRequest,
  type TokenUsage,
} from '@tollgate/model-spec';
import type { Probe, ProbeResult } from './probe';
import { describeFailure, lacks, ok, wrong, type Verdict } from './verdict';

/** One question about a provider. */
export interface DoctorCase {
  readonly name: string;
  readonly run: (asked: Asked) => Promise<Judged>;
}

export interface Asked {
  readonly probe: Pick<Probe, 'ask'>;
  /** Words for the simulator; a real provider gets none. */
  readonly script: (words: string) => string;
  /** The simulator knows every model, and takes what it is to do from the name. */
  readonly missingModel: string;
  readonly wrongKey: string;
}

export interface Judged {
  readonly verdict: Verdict;
  /** Every request of the case: they cost money. */
  readonly results: readonly ProbeResult[];
}

export const shortLimit = 200;

export function say(text: string): NeutralMessage {
  return { role: 'user', parts: [{ type: 'text', text }] };
}

export function ask(text: string, more: Partial<NeutralRequest> = {}): Partial<NeutralRequest> {
  return { messages: [say(text)], outputTokensMax: shortLimit, ...more };
}

/** What every answer must have; undefined: it has. */
function findFault({ answer, failure }: ProbeResult): string | undefined {
  if (failure !== undefined) return describeFailure(failure);
  if (answer.finishReason === undefined) return 'no finish reason';
  if (answer.usage.kind !== 'usage') return `usage is ${answer.usage.kind}`;
  if (countPromptTokens(answer.usage.usage) === 0) return 'no prompt tokens reported';
  if (countOutputTokens(answer.usage.usage) === 0) return 'no output tokens reported';
  return undefined;
}

export type Judge = (result: ProbeResult, usage: TokenUsage) => Verdict;

/** A case with one request, whose answer must be complete before it is judged. */
export function once(
  name: string,
  prepare: (asked: Asked) => Partial<NeutralRequest>,
  judge: Judge,
  { canLack = false, isStreaming = false } = {},
): DoctorCase {
  return {
    name,
    run: async (asked) => {
      const result = await asked.probe.ask(prepare(asked), { isStreaming });
      return { verdict: judgeWhole(result, judge, canLack), results: [result] };
    },
  };
}

/** A refusal is a lack where not every provider has what was asked for. */
export function judgeWhole(result: ProbeResult, judge: Judge, canLack: boolean): Verdict {
  const { answer, failure } = result;
  const isRefused = failure?.kind === 'unsupported' || failure?.kind === 'bad-request';
  if (canLack && isRefused) return lacks(describeFailure(failure));
  const fault = findFault(result);
  if (fault !== undefined) return wrong(fault);
  return judge(result, answer.usage.kind === 'usage' ? answer.usage.usage : emptyCounts);
}

const emptyCounts = {} as TokenUsage;

export const hasText: Judge = ({ answer }) => (answer.text === '' ? wrong('no text') : ok());
