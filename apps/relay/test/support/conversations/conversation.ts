import fc from 'fast-check';

/** A conversation, independent of its dialect. */
export interface Marked {
  readonly marker?: Readonly<Record<string, string>>;
}

export type UserPart =
  | ({ readonly is: 'text'; readonly text: string } & Marked)
  | ({ readonly is: 'image'; readonly url: string } & Marked)
  | ({ readonly is: 'file'; readonly dataUri: string; readonly filename: string } & Marked);

export type TextPart = Extract<UserPart, { is: 'text' }>;
export type Maker = 'anthropic' | 'google' | 'openai' | 'unknown';

export interface Thought {
  readonly maker: Maker;
  readonly text: string;
  readonly signature?: string;
  readonly isHidden?: boolean;
  readonly id?: string;
}

export interface Call {
  readonly id: string;
  readonly name: string;
  /** JSON text of an object. */
  readonly args: string;
}

export interface Result extends Marked {
  readonly callId: string;
  readonly texts: readonly string[];
  readonly imageUrl?: string;
  readonly isError: boolean;
}

export type Turn =
  | { readonly role: 'system' | 'developer'; readonly texts: readonly TextPart[] }
  | { readonly role: 'user'; readonly parts: readonly UserPart[] }
  | {
      readonly role: 'assistant';
      readonly thoughts: readonly Thought[];
      readonly texts: readonly string[];
      readonly calls: readonly Call[];
    }
  | { readonly role: 'tool'; readonly results: readonly Result[] };

export type AssistantTurn = Extract<Turn, { role: 'assistant' }>;

export interface Tool extends Marked {
  readonly name: string;
  readonly description?: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

export type Choice = 'auto' | 'none' | 'required' | { readonly name: string };

export interface Conversation {
  readonly turns: readonly Turn[];
  readonly tools: readonly Tool[];
  readonly choice?: Choice;
}

const awkwardTexts = [
  '👩‍👩‍👧‍👦 and 🏳️‍🌈',
  'שלום, 世界',
  'a\r\nb\u2028c\u0000d',
  'data: [DONE]\n\nevent: x',
  '{"quoted":"\\"}]',
  '  spaces around  ',
];

export const someText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }) },
  { weight: 1, arbitrary: fc.constantFrom(...awkwardTexts) },
);
const anyText = fc.oneof(
  { weight: 5, arbitrary: someText },
  { weight: 1, arbitrary: fc.constant('') },
);

export const someName = fc.constantFrom('weather', 'read_file', 'a', 'Grep-2');
/** Numbers and key orders as they are after they were JSON once. */
export const someArgs: fc.Arbitrary<string> = fc
  .dictionary(someText, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 })
  .map((value) => JSON.stringify(JSON.parse(JSON.stringify(value))));

const marker = fc.option(
  fc.constantFrom({ type: 'ephemeral' }, { type: 'ephemeral', ttl: '1h' } as const),
  { nil: undefined, freq: 4 },
);

function marked<Part extends object>(part: fc.Arbitrary<Part>): fc.Arbitrary<Part & Marked> {
  return fc
    .tuple(part, marker)
    .map(([made, found]) => (found === undefined ? made : { ...made, marker: found }));
}

const textPart = marked(fc.record({ is: fc.constant('text' as const), text: anyText }));
const imageUrl = fc.constantFrom('https://images.test/a.png', 'data:image/png;base64,iVBORw0KGgo=');
const imagePart = fc.record({ is: fc.constant('image' as const), url: imageUrl });
const filePart = fc.record({
  is: fc.constant('file' as const),
  dataUri: fc.constant('data:application/pdf;base64,JVBERi0xLjQ='),
  filename: fc.constantFrom('a.pdf', 'ünïcode name.pdf'),
});
const userPart: fc.Arbitrary<UserPart> = fc.oneof(
  { weight: 4, arbitrary: textPart },
  { weight: 1, arbitrary: marked(imagePart) },
  { weight: 1, arbitrary: marked(filePart) },
);

const signed = (maker: Maker): fc.Arbitrary<Thought> =>
  fc.record({
    maker: fc.constant(maker),
    text: someText,
    signature: fc.base64String({ minLength: 4, maxLength: 16 }),
  });

const thoughts: fc.Arbitrary<readonly Thought[]> = fc.oneof(
  { weight: 3, arbitrary: fc.constant([]) },
  fc.array(
    fc.oneof(
      signed('anthropic'),
      signed('anthropic').map((thought) => ({ ...thought, text: '', isHidden: true })),
    ),
    { minLength: 1, maxLength: 2 },
  ),
  fc
    .tuple(signed('openai'), anyText)
    .map(([thought, text]) => [{ ...thought, text, id: 'rs_0123' }]),
  signed('google').map((thought) => [thought]),
  someText.map((text) => [{ maker: 'unknown' as const, text }]),
);

/** Ids of several makers, some of which others would refuse. */
const idPrefix = fc.constantFrom('call_', 'toolu_', 'fc|1/', 'é', 'x'.repeat(64));

const call = fc.record({
  idPrefix,
  name: someName,
  args: someArgs,
  result: marked(
    fc.record(
      {
        texts: fc.array(anyText, { minLength: 1, maxLength: 2 }),
        imageUrl,
        isError: fc.boolean(),
      },
      { requiredKeys: ['texts', 'isError'] },
    ),
  ),
});

const round = fc.record({
  user: fc.array(userPart, { minLength: 1, maxLength: 3 }),
  isUserSilent: fc.boolean(),
  /** Behind the user's words: results must follow their calls at once. */
  system: fc.option(fc.array(textPart, { minLength: 1, maxLength: 2 }), { freq: 4 }),
  thoughts,
  texts: fc.array(anyText, { maxLength: 2 }),
  calls: fc.array(call, { maxLength: 3 }),
  isReversed: fc.boolean(),
});

type Round = typeof round extends fc.Arbitrary<infer Value> ? Value : never;

const opening = fc.array(
  fc.record({
    role: fc.constantFrom('system' as const, 'developer' as const),
    texts: fc.array(textPart, { minLength: 1, maxLength: 2 }),
  }),
  { maxLength: 2 },
);

const tools: fc.Arbitrary<readonly Tool[]> = fc.uniqueArray(
  marked(
    fc.record(
      {
        name: someName,
        description: someText,
        schema: fc.constantFrom(
          { type: 'object', properties: {} },
          { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
        ),
      },
      { requiredKeys: ['name', 'schema'] },
    ),
  ),
  { minLength: 1, maxLength: 3, selector: ({ name }) => name },
);

/** Conversations that every provider would take, if only they are translated well. */
export const someConversation: fc.Arbitrary<Conversation> = fc
  .record({
    opening,
    rounds: fc.array(round, { minLength: 1, maxLength: 3 }),
    last: fc.option(someText),
    tools,
    choice: fc.constantFrom('auto', 'none', 'required', 'named', undefined),
  })
  .map(({ choice, last, opening: head, rounds, tools: offered }) => {
    const turns = [...head, ...rounds.flatMap(makeTurns)];
    const named = choice === 'named' ? { name: offered[0]?.name ?? '' } : choice;
    return {
      turns: isAnswerable(turns) && last === null ? turns : [...turns, makeUser(last ?? 'Go on.')],
      tools: offered,
      ...(named === undefined ? {} : { choice: named }),
    };
  });

function makeUser(text: string): Turn {
  return { role: 'user', parts: [{ is: 'text', text }] };
}

function makeTurns(given: Round, place: number, all: readonly Round[]): Turn[] {
  const calls = given.calls.map(({ args, idPrefix: prefix, name }, index) => ({
    id: `${prefix}${place}_${index}`,
    name,
    args,
  }));
  const results = given.calls.map(({ result }, index) => ({
    ...result,
    callId: calls[index]?.id ?? '',
  }));
  // After results a model may simply go on; at the start a user message is required.
  const isSilent = given.isUserSilent && place > 0;
  const isSaying = given.texts.some((text) => text !== '') || calls.length > 0;
  // Items do not tell where one turn ends and the next begins: a thought would move to the front.
  const isGoingOn = isSilent && all[place - 1]?.calls.length === 0;
  return [
    ...(isSilent ? [] : [{ role: 'user', parts: [...given.user, said] } as const]),
    ...(given.system === null ? [] : [{ role: 'system', texts: given.system } as const]),
    {
      role: 'assistant',
      thoughts: isSaying && !isGoingOn ? given.thoughts : [],
      texts: given.texts,
      calls,
    },
    ...(calls.length === 0
      ? []
      : [{ role: 'tool', results: given.isReversed ? results.toReversed() : results } as const]),
  ];
}

const said: UserPart = { is: 'text', text: 'Well?' };

/** A provider answers the user or tool results, or continues its own message. */
function isAnswerable(turns: readonly Turn[]): boolean {
  const last = turns.at(-1);
  if (last?.role !== 'assistant') return true;
  const text = last.texts.at(-1) ?? '';
  return text !== '' && text === text.trimEnd() && last.thoughts.length === 0;
}
