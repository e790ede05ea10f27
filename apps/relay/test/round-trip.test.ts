import {
  emptyUsage,
  type DialectName,
  type ProviderProtocol,
  type SettledUsage,
  type UpstreamTarget,
  type UsageReading,
} from '@tollgate/model-spec';
import { makeUpstreamTarget, readFrames, type WireFrame } from '@tollgate/testing';
import { findMemberText, type Fields } from '@tollgate/model-kit';
import fc from 'fast-check';
import { adapters } from '../src/call/route/adapters';
import { dialects } from '../src/endpoints/text/dialects';
import type { PreparedRequest } from '../src/domain/endpoint';
import { prepareText } from '../src/endpoints/text/prepare-text';
import { listCalls, type AnswerWire, type GivenAnswer } from './support/answers/given-answer';
import {
  expectShown,
  joinParts,
  keepsSignatures,
  type Shown,
  type ShownPart,
} from './support/answers/shown';
import { gatherChat, readChat } from './support/answers/shown-chat';
import { gatherMessages, readMessages } from './support/answers/shown-messages';
import { gatherResponse, readResponse } from './support/answers/shown-responses';
import { wires } from './support/answers/wires';
import { askChat } from './support/conversations/client-chat';
import { askMessages } from './support/conversations/client-messages';
import { askResponses } from './support/conversations/client-responses';
import { expectSent, type Fact, type SentRequest } from './support/conversations/facts';
import {
  someConversation,
  type Maker,
  type Conversation,
} from './support/conversations/conversation';
import { readAnthropic } from './support/conversations/provider-anthropic';
import { readBedrock } from './support/conversations/provider-bedrock';
import { readGemini, readVertex } from './support/conversations/provider-gemini';
import { readOpenAi } from './support/conversations/provider-openai';
import { readResponses } from './support/conversations/provider-responses';

const runs = { numRuns: 25 };

const ask: Readonly<Record<DialectName, (conversation: Conversation) => Fields>> = {
  chat: askChat,
  messages: askMessages,
  responses: askResponses,
};
const readSent: Readonly<Record<ProviderProtocol, (body: Fields) => SentRequest>> = {
  openai: readOpenAi,
  anthropic: readAnthropic,
  responses: readResponses,
  gemini: readGemini,
  bedrock: readBedrock,
  azure: readOpenAi,
  vertex: readVertex,
  'vertex-anthropic': readAnthropic,
};

const dialectNames = Object.keys(dialects) as DialectName[];
const protocols = Object.keys(adapters) as ProviderProtocol[];
const pairs = dialectNames.flatMap((dialect) =>
  protocols.map((protocol) => [dialect, protocol] as const),
);

/** Ids that the provider takes stay; others only have to stay different, and alike. */
function nameIds(facts: readonly Fact[], isTaken: (id: string) => boolean): readonly Fact[] {
  const names = new Map<string, string>();
  return facts.map((fact) => {
    if (fact.is !== 'call' && fact.is !== 'result') return fact;
    if (fact.is === 'call') names.set(fact.id, `call ${names.size}`);
    return isTaken(fact.id) ? fact : { ...fact, id: names.get(fact.id) ?? 'unknown' };
  });
}

describe.each(pairs)(
  'a conversation in %s to a provider of the %s protocol',
  (dialect, protocol) => {
    const parse = (
      conversation: Conversation,
    ): ReturnType<(typeof dialects)[DialectName]['parseRequest']> => {
      const body = ask[dialect](conversation);
      return dialects[dialect].parseRequest(JSON.stringify(body), body);
    };

    it('keeps messages, tool calls and results, in order', () => {
      fc.assert(
        fc.property(someConversation, (given) => {
          const conversation = protocol === 'bedrock' ? inlineImages(given) : given;
          const request = parse(conversation).toNeutral();
          const translation = adapters[protocol].translate({
            request,
            isStreaming: false,
            target: makeTarget(protocol),
          });
          const sent = readSent[protocol](JSON.parse(translation.request.body));
          const expected = expectSent(conversation, { dialect, protocol });
          const original = new Set(expected.facts.map((fact) => ('id' in fact ? fact.id : '')));
          const isTaken = (id: string): boolean =>
            original.has(id) &&
            protocol !== 'vertex' &&
            (/^[\w-]{1,64}$/.test(id) || !isStrict(protocol));
          expect({ ...sent, facts: nameIds(sent.facts, isTaken) }).toEqual({
            ...expected,
            facts: nameIds(expected.facts, isTaken),
          });
        }),
        runs,
      );
    });

    if (adapters[protocol].nativeDialect === dialect) {
      it('passes byte for byte', () => {
        const field = dialect === 'responses' ? 'input' : 'messages';
        fc.assert(
          fc.property(someConversation, (conversation) => {
            const { body, bodyText } = parse(
              withoutForeign(conversation, dialect === 'messages' ? 'anthropic' : 'openai'),
            );
            const sent = adapters[protocol].forwardRequest({
              body,
              bodyText,
              isStreaming: false,
              target: makeUpstreamTarget({ family: 'openai' }),
              clientHeaders: {},
            });
            for (const name of [field, 'tools', 'system', 'instructions', 'tool_choice']) {
              expect(findMemberText(sent.body, name)).toBe(findMemberText(bodyText, name));
            }
          }),
          runs,
        );
      });
    }
  },
);

/** Bedrock hosts models of many makers; Claude's are those that sign. */
function makeTarget(protocol: ProviderProtocol): UpstreamTarget {
  return makeUpstreamTarget(protocol === 'bedrock' ? { family: 'anthropic' } : {});
}

/** Converse fetches no addresses. */
function inlineImages(conversation: Conversation): Conversation {
  const text = JSON.stringify(conversation);
  const inline = text.replaceAll('https://images.test/a.png', 'data:image/png;base64,iVBORw0KGgo=');
  return JSON.parse(inline) as Conversation;
}

/** Which providers refuse ids that are not plain. */
function isStrict(protocol: ProviderProtocol): boolean {
  return /anthropic|bedrock|responses/.test(protocol);
}

/** Thoughts that were made by others are the one thing that must not pass. */
function withoutForeign({ turns, ...conversation }: Conversation, maker: Maker): Conversation {
  return {
    ...conversation,
    turns: turns.map((turn) =>
      turn.role === 'assistant'
        ? { ...turn, thoughts: turn.thoughts.filter((thought) => thought.maker === maker) }
        : turn,
    ),
  };
}

const readShown: Readonly<Record<DialectName, (body: Fields) => Shown>> = {
  chat: readChat,
  messages: readMessages,
  responses: readResponse,
};
const gather: Readonly<Record<DialectName, (frames: readonly WireFrame[]) => Fields>> = {
  chat: gatherChat,
  messages: gatherMessages,
  responses: gatherResponse,
};
const face = {
  ulid: '01J9ZZZZZZZZZZZZZZZZZZZZZZ',
  model: 'acme/model',
  requestId: 'req_1',
  createdAtSeconds: 1_700_000_000,
};
const costNanos = 123_456_000n;
const hello: Conversation = {
  turns: [{ role: 'user', parts: [{ is: 'text', text: 'Hello' }] }],
  tools: [{ name: 'weather', schema: { type: 'object' } }],
};

function prepare(
  conversation: Conversation,
  dialect: DialectName,
  protocol: ProviderProtocol,
): PreparedRequest {
  const body = ask[dialect](conversation);
  return prepareText({
    dialect: dialects[dialect],
    request: dialects[dialect].parseRequest(JSON.stringify(body), body),
    face,
    candidate: { adapter: adapters[protocol], target: makeTarget(protocol) },
    clientHeaders: {},
  });
}

function settle(reading: UsageReading, upstream: unknown): SettledUsage {
  expect(reading.kind).toBe('usage');
  const usage = reading.kind === 'usage' ? reading.usage : emptyUsage;
  return { usage, costNanos, upstream };
}

/** The answer as a client of the dialect holds it in the end. */
function answerPlain(prepared: PreparedRequest, wire: AnswerWire, answer: GivenAnswer): Fields {
  const reading = prepared.readPlain(JSON.stringify(wire.toBody(answer)));
  return JSON.parse(reading.render(settle(reading.usage, reading.upstreamUsage)));
}

function answerStreaming(
  prepared: PreparedRequest,
  wire: AnswerWire,
  answer: GivenAnswer,
  dialect: DialectName,
): Fields {
  const stream = prepared.openStream(undefined);
  const frames = wire.toEvents(answer).map((event) => stream.push(event));
  frames.push(stream.end());
  frames.push(stream.finish(settle(stream.usage, stream.upstreamUsage)));
  return gather[dialect](readFrames(frames.join('')));
}

describe.each(pairs)('an answer in %s of a provider of the %s protocol', (dialect, protocol) => {
  const wire = wires[protocol];
  const prepared = prepare(hello, dialect, protocol);

  it('keeps text, calls, their order, its end and usage, plain and streaming alike', () => {
    fc.assert(
      fc.property(wire.some, (answer) => {
        const expected = expectShown(answer, 0.123_456, { dialect, protocol });
        expect(readShown[dialect](answerPlain(prepared, wire, answer))).toEqual(expected);
        const gathered = answerStreaming(prepared, wire, answer, dialect);
        expect(readShown[dialect](gathered)).toEqual(expected);
        if (adapters[protocol].nativeDialect === dialect) return;
        // Clients of Messages fail on an empty message.
        expect(gathered['content']).not.toEqual([]);
      }),
      runs,
    );
  });

  it('is returned to its provider unchanged, with its signatures', () => {
    fc.assert(
      fc.property(wire.some, fc.boolean(), (answer, isStreaming) => {
        const held = isStreaming
          ? answerStreaming(prepared, wire, answer, dialect)
          : answerPlain(prepared, wire, answer);
        const body = goOn(dialect, held, answer);
        const request = dialects[dialect].parseRequest(JSON.stringify(body), body).toNeutral();
        const target = makeTarget(protocol);
        const sent = adapters[protocol].translate({ request, isStreaming, target });
        const wireBody: unknown = JSON.parse(sent.request.body);
        const { facts } = readSent[protocol](wireBody as Fields);
        const returned = listModelParts(facts);
        const expected = expectReturned(answer, dialect, protocol);
        expect(protocol === 'vertex' ? withoutIds(returned) : returned).toEqual(
          protocol === 'vertex' ? withoutIds(expected) : expected,
        );
        if (protocol === 'openai' || protocol === 'azure') return;
        const signatures = answer.parts.flatMap(({ signature }) => signature ?? []);
        expect(findSignatures(wireBody, protocol)).toEqual(
          keepsSignatures({ dialect, protocol }) ? signatures : [],
        );
      }),
      runs,
    );
  });
});

/** Vertex AI knows no ids of calls. */
function withoutIds(parts: readonly ShownPart[]): readonly ShownPart[] {
  return parts.map((part) => (part.is === 'call' ? { ...part, id: '' } : part));
}

/** What a client sends next: all that it holds, the results, and a word of its own. */
function goOn(dialect: DialectName, held: Fields, answer: GivenAnswer): Fields {
  const ids = listCalls(answer).map(({ id }) => id);
  const { messages, input, ...rest } = ask[dialect](hello) as Record<string, Fields[]>;
  const begun = messages ?? input ?? [];
  switch (dialect) {
    case 'chat': {
      const [choice] = held['choices'] as readonly { message: Fields }[];
      const results = ids.map((id) => ({ role: 'tool', tool_call_id: id, content: 'ok' }));
      const said = { role: 'assistant', ...choice?.message };
      return { ...rest, messages: [...begun, said, ...results, { role: 'user', content: 'On.' }] };
    }
    case 'messages': {
      const results = ids.map((id) => ({ type: 'tool_result', tool_use_id: id, content: 'ok' }));
      const said = { role: 'assistant', content: held['content'] };
      const content = [...results, { type: 'text', text: 'On.' }];
      return { ...rest, messages: [...begun, said, { role: 'user', content }] };
    }
    case 'responses': {
      const results = ids.map((id) => ({
        type: 'function_call_output',
        call_id: id,
        output: 'ok',
      }));
      const output = held['output'] as readonly Fields[];
      return {
        ...rest,
        input: [...begun, ...output, ...results, { role: 'user', content: 'On.' }],
      };
    }
  }
}

/** The model's own messages, as they must be returned to it. */
function expectReturned(
  answer: GivenAnswer,
  dialect: DialectName,
  protocol: ProviderProtocol,
): readonly ShownPart[] {
  const { parts } = expectShown(answer, 0, { dialect, protocol });
  // Sealed thoughts are lost where there is no place for the seal, and open ones are not wanted.
  const isForgotten = dialect === 'messages' && protocol === 'responses';
  const kept = joinParts(parts.filter(({ is }) => !(isForgotten && is === 'thought')));
  const isThinking = answer.parts.some(({ is }) => is === 'thought');
  const putsCallsLast =
    /openai|azure/.test(protocol) || (/anthropic|bedrock/.test(protocol) && !isThinking);
  if (!putsCallsLast) return kept;
  const isCall = ({ is }: ShownPart): boolean => is === 'call';
  return joinParts([...kept.filter((part) => !isCall(part)), ...kept.filter(isCall)]);
}

function listModelParts(facts: readonly Fact[]): readonly ShownPart[] {
  const parts = facts.flatMap((fact): ShownPart[] => {
    if (fact.is === 'call') return [fact];
    if (fact.is === 'thought') return [{ is: 'thought', text: fact.text }];
    return fact.is === 'text' && fact.by === 'model' ? [{ is: 'text', text: fact.text }] : [];
  });
  return joinParts(parts);
}

const signatureFields = {
  anthropic: ['signature', 'data'],
  bedrock: ['signature', 'redactedContent'],
  responses: ['encrypted_content'],
  gemini: ['thoughtSignature'],
  vertex: ['thoughtSignature'],
  'vertex-anthropic': ['signature', 'data'],
} as const;

function findSignatures(
  value: unknown,
  protocol: keyof typeof signatureFields,
): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  const names: readonly string[] = signatureFields[protocol];
  return Object.entries(value).flatMap(([name, member]) =>
    names.includes(name) ? [member] : findSignatures(member, protocol),
  );
}
