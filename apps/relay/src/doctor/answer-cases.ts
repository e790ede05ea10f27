import { countOutputTokens, type NeutralRequest, type NeutralTool } from '@tollgate/model-spec';
import {
  ask,
  hasText,
  judgeWhole,
  once,
  say,
  shortLimit,
  type DoctorCase,
  type Judge,
  type Judged,
} from './doctor-case';
import type { ProbeResult } from './probe';
import { describeFailure, lacks, ok, wrong, type Verdict } from './verdict';

const thinkingLimit = 2_000;
/** Some models refuse a lower limit. */
const smallestLimit = 16;
const longWords = 6_000;
const cachedWords = 3_000;

/** A picture of 8 × 8 red pixels. */
const redPixels =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR42mP4z8CAFTEMLQ' +
  'kAKP8/wc53yE8AAAAASUVORK5CYII=';

const weatherTool: NeutralTool = {
  name: 'get_weather',
  description: 'The weather in a city.',
  parameters: {
    type: 'object',
    properties: { city: { type: 'string', description: 'name of the city' } },
    required: ['city'],
    additionalProperties: false,
  },
};

const colorSchema = {
  type: 'object',
  properties: { color: { type: 'string' } },
  required: ['color'],
  additionalProperties: false,
} as const;

const repeatWords = (count: number): string => 'The gate has a toll. '.repeat(count / 5);

const hasWeatherCall: Judge = ({ answer }) => {
  const [call] = answer.calls;
  if (call === undefined) return wrong('no tool call');
  if (call.name !== weatherTool.name) return wrong(`a call of ${call.name}`);
  if (!isObject(call.arguments)) return wrong('arguments are not a JSON object');
  return answer.finishReason === 'tool_calls' ? ok() : wrong(`finished: ${answer.finishReason}`);
};

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

const forced = { tools: [weatherTool], toolChoice: { name: weatherTool.name } };
const askWeather = ask('What is the weather in Oslo?', forced);

const texts: readonly DoctorCase[] = [
  once('plain', () => ask('Say hello in one sentence.'), hasText),
  once('stream', () => ask('Say hello in one sentence.'), hasText, { isStreaming: true }),
  once(
    'output limit',
    ({ script }) =>
      ask(`Write 500 words about the sea.${script('tokens=400')}`, {
        outputTokensMax: smallestLimit,
      }),
    ({ answer }, usage) => {
      if (countOutputTokens(usage) > smallestLimit)
        return wrong(`${countOutputTokens(usage)} tokens with a limit of ${smallestLimit}`);
      return answer.finishReason === 'length' ? ok() : wrong(`finished: ${answer.finishReason}`);
    },
  ),
  once('long input', () => ask(`${repeatWords(longWords)} Say hello.`), hasText),
];

const tools: readonly DoctorCase[] = [
  once('tool', () => askWeather, hasWeatherCall),
  once('tool, streamed', () => askWeather, hasWeatherCall, { isStreaming: true }),
  once(
    'parallel tools',
    ({ script }) =>
      ask(`What is the weather in Oslo and in Rome? Ask for both.${script('tool_calls=2')}`, {
        tools: [weatherTool],
        toolChoice: 'required',
      }),
    (result, usage) =>
      result.answer.calls.length > 1 ? ok() : judgeOneCall(hasWeatherCall(result, usage)),
  ),
  once(
    'tool result',
    () => ({
      messages: [
        say('What is the weather in Oslo?'),
        {
          role: 'assistant',
          parts: [
            {
              type: 'tool-call',
              id: 'call_1',
              name: weatherTool.name,
              arguments: '{"city":"Oslo"}',
            },
          ],
        },
        {
          role: 'tool',
          callId: 'call_1',
          name: weatherTool.name,
          parts: [{ type: 'text', text: 'Rain, 4 degrees.' }],
        },
      ],
      tools: [weatherTool],
      outputTokensMax: shortLimit,
    }),
    hasText,
  ),
];

function judgeOneCall(verdict: Verdict): Verdict {
  return verdict.kind === 'ok' ? lacks('one call at a time') : verdict;
}

const shapes: readonly DoctorCase[] = [
  once(
    'JSON schema',
    () =>
      ask('Which color has the sky? Answer in JSON.', {
        outputFormat: { type: 'json_schema', name: 'color', isStrict: true, schema: colorSchema },
      }),
    ({ answer }) =>
      isObject(answer.text) && 'color' in (JSON.parse(answer.text) as object)
        ? ok()
        : wrong('the text is not of the schema'),
    { canLack: true },
  ),
  once(
    'image',
    () => ({
      messages: [
        {
          role: 'user',
          parts: [
            { type: 'text', text: 'Which color is this?' },
            { type: 'image', url: redPixels },
          ],
        },
      ],
      outputTokensMax: shortLimit,
    }),
    hasText,
    { canLack: true },
  ),
  once(
    'thinking',
    ({ script }) =>
      ask(`How many primes are below 30?${script('reasoning=20')}`, {
        reasoning: { effort: 'low' },
        outputTokensMax: thinkingLimit,
      }),
    ({ answer }, usage) =>
      usage.reasoning > 0 || answer.reasoning !== '' ? ok() : lacks('no reasoning reported'),
    { canLack: true },
  ),
];

const cache: DoctorCase = {
  name: 'cache',
  run: async ({ probe, script }) => {
    const request: Partial<NeutralRequest> = {
      messages: [
        {
          role: 'system',
          parts: [
            {
              type: 'text',
              text: repeatWords(cachedWords),
              cacheControl: { type: 'ephemeral' },
            },
          ],
        },
        say(`Say hello.${script('cached=500')}`),
      ],
      outputTokensMax: shortLimit,
    };
    const results = [await probe.ask(request), await probe.ask(request)];
    const verdicts = results.map((result) =>
      judgeWhole(result, (_result, usage) => (usage.cacheRead > 0 ? ok() : noneRead), true),
    );
    // The first may only write.
    return {
      verdict: verdicts[0]?.kind === 'wrong' ? verdicts[0] : (verdicts[1] ?? noneRead),
      results,
    };
  },
};
const noneRead = lacks('no cached tokens reported');

const cancel: DoctorCase = {
  name: 'cancel',
  run: async ({ probe, script }) => {
    const request = ask(`Write 300 words about the sea.${script('tokens=100,chunk_delay_ms=5')}`);
    const result = await probe.ask(request, { isStreaming: true, cancels: true });
    const { firstContentMs, totalMs } = result;
    if (result.failure !== undefined) return judgedWrong(describeFailure(result.failure), result);
    if (firstContentMs === undefined) return judgedWrong('no content came', result);
    const after = Math.round(totalMs - firstContentMs);
    return { verdict: ok(`ended ${after} ms after the first content`), results: [result] };
  },
};

function judgedWrong(what: string, result: ProbeResult): Judged {
  return { verdict: wrong(what), results: [result] };
}

/** What a provider must answer, or may lack. */
export const answerCases: readonly DoctorCase[] = [...texts, ...tools, ...shapes, cache, cancel];
