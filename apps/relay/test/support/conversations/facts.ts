import type { DialectName, ProviderProtocol } from '@tollgate/model-spec';
import type {
  AssistantTurn,
  Choice,
  Marked,
  Result,
  Conversation,
  Thought,
  Tool,
  Turn,
} from './conversation';

/** One item of a request to a provider, in order. */
export type Fact =
  | ({
      readonly is: 'text';
      readonly by: 'system' | 'user' | 'model';
      readonly text: string;
    } & Marked)
  | ({ readonly is: 'image'; readonly url: string } & Marked)
  | ({ readonly is: 'file'; readonly dataUri: string; readonly filename?: string } & Marked)
  | ({ readonly is: 'thought'; readonly text: string; readonly signature?: string } & Marked)
  | ({
      readonly is: 'call';
      readonly id: string;
      readonly name: string;
      readonly args: string;
    } & Marked)
  | ({
      readonly is: 'result';
      readonly id: string;
      readonly text: string;
      readonly isError: boolean;
    } & Marked);

/** A request, read from the body that a provider receives. */
export interface SentRequest {
  readonly facts: readonly Fact[];
  readonly tools: readonly Tool[];
  readonly choice?: Choice;
}

interface Pair {
  readonly dialect: DialectName;
  readonly protocol: ProviderProtocol;
}

/** What a provider of this protocol must receive of a request in this dialect. */
export function expectSent({ choice, tools, turns }: Conversation, pair: Pair): SentRequest {
  const marks = keepsMarkers(pair);
  const keep = <Value extends Marked>({ marker, ...value }: Value): Omit<Value, 'marker'> =>
    marks && marker !== undefined ? { ...value, marker } : value;
  const facts = turns.flatMap((turn) => listFacts(turn, pair));
  return {
    facts: arrange(joinInstructions(facts, turns, pair), pair).map((fact) => keep(fact) as Fact),
    tools: tools.map((tool) => keep(tool) as Tool),
    ...(choice === undefined ? {} : { choice }),
  };
}

function keepsMarkers({ dialect, protocol }: Pair): boolean {
  return dialect !== 'responses' && (protocol === 'openai' || protocol === 'anthropic');
}

function listFacts(turn: Turn, pair: Pair): readonly Fact[] {
  switch (turn.role) {
    case 'system':
    case 'developer':
      return turn.texts.map((part) => ({ ...part, by: 'system' as const })).filter(isSaid);
    case 'user':
      return turn.parts.map((part) => toFact(part, pair)).filter(isSaid);
    case 'assistant':
      return listAssistant(turn, pair);
    case 'tool':
      return [
        ...turn.results.map((result) => toResult(result, pair)),
        ...turn.results.flatMap(({ imageUrl }): Fact[] =>
          imageUrl === undefined ? [] : [{ is: 'image', url: imageUrl }],
        ),
      ];
  }
}

function isSaid(fact: Fact): boolean {
  return fact.is !== 'text' || fact.text !== '';
}

type UserTurn = Extract<Turn, { role: 'user' }>;

function toFact(part: UserTurn['parts'][number], { protocol }: Pair): Fact {
  if (part.is === 'text') return { ...part, by: 'user' };
  if (part.is === 'image' || protocol !== 'gemini') return part;
  const { filename: _nameless, ...file } = part;
  return file;
}

function listAssistant({ calls, texts, thoughts }: AssistantTurn, pair: Pair): readonly Fact[] {
  const known = thoughts.map((thought) => asKnown(thought, pair));
  return [
    ...listThoughts(known, pair),
    ...texts
      .filter((text) => text !== '')
      .map((text) => ({ is: 'text', by: 'model', text }) as const),
    ...calls.map((call) => ({ is: 'call', ...call }) as const),
  ];
}

/** In Messages a thought has Anthropic's signature, or one of ours, which says nothing. */
function asKnown(thought: Thought, { dialect }: Pair): Thought {
  if (dialect !== 'messages' || thought.maker === 'anthropic') return thought;
  return { maker: 'unknown', text: thought.text };
}

/** Its maker gets a thought back with its signature; others at most its text. */
function listThoughts(thoughts: readonly Thought[], { protocol }: Pair): readonly Fact[] {
  const own = { anthropic: 'anthropic', responses: 'openai', gemini: 'google' } as const;
  if (protocol === 'openai') {
    const text = thoughts.map((thought) => thought.text).join('');
    return text === '' ? [] : [{ is: 'thought', text }];
  }
  return thoughts.flatMap(({ isHidden, maker, signature, text }): Fact[] => {
    if (maker === own[protocol] && signature !== undefined) {
      return [{ is: 'thought', text, signature }];
    }
    const isShown = protocol === 'gemini' && isHidden !== true && text !== '';
    return isShown ? [{ is: 'thought', text }] : [];
  });
}

function toResult({ callId, imageUrl, isError, marker, texts }: Result, pair: Pair): Fact {
  const { dialect, protocol } = pair;
  const failed = isError && dialect === 'messages';
  const hasField = protocol === 'anthropic' || protocol === 'gemini';
  const isBlocks = protocol === 'anthropic' || (protocol === 'responses' && imageUrl !== undefined);
  const prefix = isBlocks ? 'Error:' : 'Error: ';
  return {
    is: 'result',
    id: callId,
    text: (failed && !hasField ? prefix : '') + texts.join(isBlocks ? '' : '\n'),
    isError: failed && hasField,
    ...(marker === undefined ? {} : { marker }),
  };
}

/** The Responses protocol takes the leading system messages as one text. */
function joinInstructions(
  facts: readonly Fact[],
  turns: readonly Turn[],
  { dialect, protocol }: Pair,
): readonly Fact[] {
  if (protocol !== 'responses') return facts;
  // Messages has one system prompt; what comes later keeps its place.
  const isLeading = ({ role }: Turn, place: number): boolean =>
    dialect === 'messages'
      ? place === 0 && (role === 'system' || role === 'developer')
      : role === 'system';
  const end = turns.findIndex((turn, place) => !isLeading(turn, place));
  const leading = turns.slice(0, end).flatMap((turn) => listFacts(turn, { dialect, protocol }));
  const text = leading.map((fact) => (fact.is === 'text' ? fact.text : '')).join('\n\n');
  const rest = facts.slice(leading.length);
  return leading.length === 0 ? rest : [{ is: 'text', by: 'system', text }, ...rest];
}

/** Some protocols have one field for the system prompt, and require the user to begin. */
function arrange(facts: readonly Fact[], { protocol }: Pair): readonly Fact[] {
  if (protocol === 'openai' || protocol === 'responses') return facts;
  const isSystem = (fact: Fact): boolean => fact.is === 'text' && fact.by === 'system';
  return [...facts.filter(isSystem), ...facts.filter((fact) => !isSystem(fact))];
}
