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

/** Clouds that host the protocol of another provider. */
const hosted: Readonly<Partial<Record<ProviderProtocol, ProviderProtocol>>> = {
  azure: 'openai',
  vertex: 'gemini',
  'vertex-anthropic': 'anthropic',
};

/** What a provider of this protocol must receive of a request in this dialect. */
export function expectSent(conversation: Conversation, given: Pair): SentRequest {
  const { choice, tools, turns } = conversation;
  const pair = { ...given, protocol: hosted[given.protocol] ?? given.protocol };
  const marks = keepsMarkers(pair);
  const keep = <Value extends Marked>({ marker, ...value }: Value): Omit<Value, 'marker'> =>
    marks && marker !== undefined ? { ...value, marker } : value;
  const listed = turns.flatMap((turn) => listFacts(turn, pair));
  const facts = given.protocol === 'vertex' ? orderResults(listed) : listed;
  // Converse cannot forbid calls: without earlier ones the tools are left out.
  if (pair.protocol === 'bedrock' && choice === 'none') {
    const hasCalls = facts.some(({ is }) => is === 'call');
    return expectSent({ tools: hasCalls ? tools : [], turns }, pair);
  }
  return {
    facts: arrange(joinInstructions(facts, turns, pair), pair).map((fact) => keep(fact) as Fact),
    tools: tools.map((tool) => keep(tool) as Tool),
    ...(choice === undefined ? {} : { choice }),
  };
}

function keepsMarkers({ dialect, protocol }: Pair): boolean {
  return dialect !== 'responses' && ['openai', 'anthropic', 'bedrock'].includes(protocol);
}

function listFacts(turn: Turn, pair: Pair): readonly Fact[] {
  switch (turn.role) {
    case 'system':
    case 'developer':
      return turn.texts
        .map((part) => ({ ...part, by: 'system' as const }))
        .filter((fact) => isSaid(fact, pair));
    case 'user':
      return turn.parts.map((part) => toFact(part, pair)).filter((fact) => isSaid(fact, pair));
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

/** Results in the order of their calls. */
function orderResults(facts: readonly Fact[]): readonly Fact[] {
  const places = new Map<string, number>();
  for (const fact of facts) if (fact.is === 'call') places.set(fact.id, places.size);
  const place = (fact: Fact): number => (fact.is === 'result' ? (places.get(fact.id) ?? 0) : 0);
  const ordered: Fact[] = [];
  for (const fact of facts) {
    let index = ordered.length;
    while (fact.is === 'result' && index > 0) {
      const before = ordered[index - 1];
      if (before?.is !== 'result' || place(before) <= place(fact)) break;
      index--;
    }
    ordered.splice(index, 0, fact);
  }
  return ordered;
}

/** Empty texts are left out, and for Converse also blank ones. */
function isSaid(fact: Fact, { protocol }: Pair): boolean {
  if (fact.is !== 'text') return true;
  return (protocol === 'bedrock' ? fact.text.trim() : fact.text) !== '';
}

type UserTurn = Extract<Turn, { role: 'user' }>;

function toFact(part: UserTurn['parts'][number], { protocol }: Pair): Fact {
  if (part.is === 'text') return { ...part, by: 'user' };
  if (protocol === 'bedrock' && part.is === 'file') {
    const isPlain = part.filename === 'a.pdf';
    return { ...part, filename: isPlain ? 'a' : 'n code name' };
  }
  if (part.is === 'image' || protocol !== 'gemini') return part;
  const { filename: _nameless, ...file } = part;
  return file;
}

function listAssistant({ calls, texts, thoughts }: AssistantTurn, pair: Pair): readonly Fact[] {
  const known = thoughts.map((thought) => asKnown(thought, pair));
  return [
    ...listThoughts(known, pair),
    ...texts
      .map((text) => ({ is: 'text', by: 'model', text }) as const)
      .filter((fact) => isSaid(fact, pair)),
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
  const own = {
    anthropic: 'anthropic',
    bedrock: 'anthropic',
    responses: 'openai',
    gemini: 'google',
  } as const;
  if (
    protocol !== 'anthropic' &&
    protocol !== 'bedrock' &&
    protocol !== 'responses' &&
    protocol !== 'gemini'
  ) {
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
  const isBedrock = protocol === 'bedrock';
  const hasField = protocol === 'anthropic' || isBedrock || protocol === 'gemini';
  const isBlocks =
    protocol === 'anthropic' || isBedrock || (protocol === 'responses' && imageUrl !== undefined);
  const prefix = isBlocks ? 'Error:' : 'Error: ';
  return {
    is: 'result',
    id: callId,
    text: isBedrock
      ? expectResultText(texts, imageUrl)
      : (failed && !hasField ? prefix : '') + texts.join(isBlocks ? '' : '\n'),
    isError: failed && hasField,
    ...(marker === undefined ? {} : { marker }),
  };
}

/** Converse takes no blank text and no empty result. */
function expectResultText(texts: readonly string[], imageUrl: string | undefined): string {
  const said = texts.filter((text) => text.trim() !== '').join('');
  return said === '' && imageUrl === undefined ? '(empty)' : said;
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
