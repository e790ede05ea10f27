import { randomBytes } from 'node:crypto';
import { asFieldList, asFields, normalizeArguments, type Fields } from '@tollgate/model-kit';

/**
 * Tool calls of a whole answer with what OpenAI's schema requires and some providers leave out;
 * undefined: nothing is missing.
 */
export function completeCalls(message: Fields): readonly Fields[] | undefined {
  const calls = asFieldList(message['tool_calls']);
  return calls.every(isComplete) ? undefined : calls.map(completeCall);
}

function isComplete(call: Fields): boolean {
  return typeof call['type'] === 'string' && typeof call['id'] === 'string' && hasArguments(call);
}

function hasArguments({ function: called }: Fields): boolean {
  if (called === undefined) return true;
  const { arguments: text } = asFields(called);
  return typeof text === 'string' && text.trim() !== '';
}

/** Clients parse arguments as they come: a call without any has those of an empty object. */
function completeCall(call: Fields): Fields {
  const { function: called, id, type } = call;
  return {
    ...call,
    id: typeof id === 'string' ? id : makeCallId(),
    type: typeof type === 'string' ? type : 'function',
    ...(hasArguments(call)
      ? {}
      : {
          function: {
            ...asFields(called),
            arguments: normalizeArguments(asFields(called)['arguments']),
          },
        }),
  };
}

function makeCallId(): string {
  return `call_${randomBytes(12).toString('hex')}`;
}

/**
 * Tool-call deltas of one choice of a stream, completed: every delta has its `index`, and the first
 * of each call its `type` and `id`. Clients join the deltas of a call by its index.
 */
export class CallDeltas {
  readonly #indexById = new Map<string, number>();
  #last = -1;

  /** Undefined: nothing is missing. */
  complete(delta: Fields): readonly Fields[] | undefined {
    const calls = delta['tool_calls'];
    if (!Array.isArray(calls)) return undefined;
    let isChanged = false;
    const completed = asFieldList(calls).map((call) => {
      const whole = this.#completeCall(call);
      isChanged ||= whole !== call;
      return whole;
    });
    return isChanged ? completed : undefined;
  }

  #completeCall(call: Fields): Fields {
    const { id, index: givenIndex, type } = call;
    const index = this.#findIndex(id, givenIndex);
    const isFirst = index > this.#last;
    this.#last = Math.max(this.#last, index);
    const missing: Record<string, unknown> = {};
    if (typeof givenIndex !== 'number') missing['index'] = index;
    if (isFirst && typeof type !== 'string') missing['type'] = 'function';
    if (isFirst && typeof id !== 'string') missing['id'] = makeCallId();
    return Object.keys(missing).length === 0 ? call : { ...call, ...missing };
  }

  /** A known id is that call; another id is the next call; no id continues the last one. */
  #findIndex(id: unknown, given: unknown): number {
    if (typeof given === 'number') {
      if (typeof id === 'string' && id !== '') this.#indexById.set(id, given);
      return given;
    }
    if (typeof id !== 'string' || id === '') return Math.max(0, this.#last);
    const known = this.#indexById.get(id);
    const index = known ?? this.#last + 1;
    this.#indexById.set(id, index);
    return index;
  }
}

/** A provider that counts its choices beyond this is not completed. */
const choicesMax = 128;

/** Adds what OpenAI's schema requires of the deltas of a stream and a provider leaves out. */
export class ChoiceDeltas {
  readonly #calls = new Map<number, CallDeltas>();

  /** Edits of one delta of a choice; undefined: nothing is missing. */
  complete(index: number, delta: Fields): Map<string, string> | undefined {
    const isFirst = !this.#calls.has(index);
    if (isFirst && this.#calls.size >= choicesMax) return undefined;
    const calls = this.#calls.get(index) ?? new CallDeltas();
    this.#calls.set(index, calls);
    const completed = calls.complete(delta);
    const isRoleMissing = isFirst && typeof delta['role'] !== 'string';
    if (completed === undefined && !isRoleMissing) return undefined;
    const edits = new Map<string, string>();
    if (isRoleMissing) edits.set('role', '"assistant"');
    if (completed !== undefined) edits.set('tool_calls', JSON.stringify(completed));
    return edits;
  }
}
