import { listAnswerPieces, listReasoningPieces, type Answer } from '../../answer';
import { makeAnswerImage } from '../../media/answer-image';
import { foundSource } from '../../found-source';
import { renderUsage } from './render-usage';

export function getSignature({ id }: Answer): string {
  return Buffer.from(`sim-thought-${id}`).toString('base64');
}

export function getFinishWord({ finishReason }: Answer): string {
  if (finishReason === 'length') return 'MAX_TOKENS';
  return finishReason === 'refusal' ? 'SAFETY' : 'STOP';
}

export function listCallParts(answer: Answer): object[] {
  return answer.toolCalls.map(({ arguments: json, name }, index) => ({
    functionCall: { name, args: JSON.parse(json) as unknown },
    ...(index === 0 ? { thoughtSignature: getSignature(answer) } : {}),
  }));
}

function listImageParts(answer: Answer): object[] {
  const data = makeAnswerImage(answer);
  return data === undefined ? [] : [{ inlineData: { mimeType: 'image/png', data } }];
}

/** What Google Search found; the indices of a segment count bytes. */
export function makeGrounding(answer: Answer): object | undefined {
  const { searches } = answer;
  if (searches === 0) return undefined;
  const [text = ''] = listAnswerPieces(answer);
  const { title, url: uri } = foundSource;
  return {
    searchEntryPoint: { renderedContent: '<div>Example</div>' },
    groundingChunks: [{ web: { uri, title } }],
    groundingSupports: [
      { segment: { endIndex: Buffer.byteLength(text), text }, groundingChunkIndices: [0] },
    ],
    webSearchQueries: Array.from({ length: searches }, (_, index) => `gate ${index + 1}`),
  };
}

export function renderAnswer(answer: Answer): string {
  const { reasoningTokens, toolCalls } = answer;
  const text = listAnswerPieces(answer).join('');
  const parts = [
    ...(reasoningTokens > 0 ? [{ text: listReasoningPieces(answer).join(''), thought: true }] : []),
    ...(toolCalls.length > 0 ? listCallParts(answer) : [{ text }]),
    ...listImageParts(answer),
  ];
  return renderChunk(answer, {
    parts,
    finish: getFinishWord(answer),
    usage: renderUsage(answer),
    grounding: makeGrounding(answer),
  });
}

export function renderChunk(
  { id, instructions, request }: Answer,
  chunk: {
    readonly parts: readonly object[];
    readonly finish: string | undefined;
    readonly usage: string | undefined;
    readonly grounding?: object | undefined;
  },
): string {
  const { finish, grounding, parts, usage } = chunk;
  const candidate = {
    content: { parts, role: 'model' },
    ...(finish === undefined ? {} : { finishReason: finish }),
    index: 0,
    ...(grounding === undefined ? {} : { groundingMetadata: grounding }),
  };
  const candidates = instructions.body === 'empty_choices' ? [] : [candidate];
  return (
    `{"candidates":${JSON.stringify(candidates)},` +
    (usage === undefined ? '' : `"usageMetadata":${usage},`) +
    `"modelVersion":${JSON.stringify(request.model)},"responseId":"${id}"}`
  );
}
