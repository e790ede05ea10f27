import { makeUlid } from '@tollgate/ids';
import { BadUpstreamEventError, type StreamPart } from '@tollgate/model-spec';
import { asFieldList, asFields, asText, type Fields } from '@tollgate/model-kit';
import { readCallSignature } from './read-content';

const callsMax = 1_000;

interface OpenCall {
  readonly index: number;
  id: string | undefined;
  name: string;
  isStarted: boolean;
  /** Arguments that came before the name. */
  waiting: string;
}

/** Puts the pieces of a stream's tool calls together; they may interleave by their index. */
export class CallReader {
  readonly #calls: OpenCall[] = [];
  readonly #byWireIndex = new Map<number, OpenCall>();
  readonly #signatures = new Map<string, string>();

  get hasCalls(): boolean {
    return this.#calls.length > 0;
  }

  /** A signature that came apart from its call. */
  sign(callId: string, signature: string): void {
    if (this.#signatures.size < callsMax) this.#signatures.set(callId, signature);
  }

  push(delta: Fields): StreamPart[] {
    const legacy = delta['function_call'];
    const deltas = asFieldList(delta['tool_calls'] ?? (legacy ? [{ function: legacy }] : []));
    return deltas.flatMap((call) => this.#pushCall(call));
  }

  /** The upstream ended the answer: no call gets more. */
  end(): StreamPart[] {
    const started = this.#calls.filter((call) => call.isStarted);
    return started.map(({ index }) => ({ type: 'tool-call-end', index }));
  }

  #pushCall(delta: Fields): StreamPart[] {
    const call = this.#find(delta);
    const { arguments: given, name } = asFields(delta['function']);
    const text = typeof given === 'string' || given == null ? (given ?? '') : JSON.stringify(given);
    if (call.isStarted) return makeDelta(call, text);
    call.name = asText(name) ?? '';
    call.waiting += text;
    if (call.name === '') return [];
    call.isStarted = true;
    return [this.#makeStart(call, delta), ...makeDelta(call, call.waiting)];
  }

  #makeStart(call: OpenCall, delta: Fields): StreamPart {
    const { index, name } = call;
    const id = (call.id ??= `call_${makeUlid()}`);
    const thoughtSignature = readCallSignature(delta) ?? this.#signatures.get(id);
    return {
      type: 'tool-call-start',
      index,
      id,
      name,
      ...(thoughtSignature === undefined ? {} : { thoughtSignature }),
    };
  }

  /** Some give every call the same index, or none: then a new id means a new call. */
  #find(delta: Fields): OpenCall {
    const id = asText(delta['id']) || undefined;
    const { index } = delta;
    const known = typeof index === 'number' ? this.#byWireIndex.get(index) : this.#findById(id);
    if (known !== undefined && (id === undefined || known.id === undefined || known.id === id)) {
      known.id ??= id;
      return known;
    }
    if (this.#calls.length >= callsMax) throw new BadUpstreamEventError('too many calls of tools');
    const call = { index: this.#calls.length, id, name: '', isStarted: false, waiting: '' };
    this.#calls.push(call);
    if (typeof index === 'number') this.#byWireIndex.set(index, call);
    return call;
  }

  #findById(id: string | undefined): OpenCall | undefined {
    return id === undefined ? this.#calls.at(-1) : this.#calls.find((call) => call.id === id);
  }
}

function makeDelta({ index }: OpenCall, text: string): StreamPart[] {
  return text === '' ? [] : [{ type: 'tool-call-delta', index, arguments: text }];
}
