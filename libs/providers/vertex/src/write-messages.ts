import type { EditContents, WireContent } from '@tollgate/providers/gemini';

type Part = WireContent['parts'][number];

/**
 * Vertex AI knows no ids of calls and refuses them: it matches results by their name and order, so
 * the results of a turn are put into the order of its calls.
 */
export const removeCallIds: EditContents = (contents) =>
  contents.map((content, index) => {
    const calls = contents[index - 1]?.parts.map(({ functionCall }) => functionCall?.id) ?? [];
    const results = content.parts
      .filter(isResult)
      .sort((one, other) => findPlace(one, calls) - findPlace(other, calls));
    const others = content.parts.filter((part) => !isResult(part));
    return { ...content, parts: [...results, ...others].map(removeId) };
  });

function isResult({ functionResponse }: Part): boolean {
  return functionResponse !== undefined;
}

function findPlace({ functionResponse }: Part, calls: readonly (string | undefined)[]): number {
  return calls.indexOf(functionResponse?.id);
}

function removeId(part: Part): Part {
  const { functionCall, functionResponse } = part;
  if (functionCall !== undefined) {
    const { id: _id, ...call } = functionCall;
    return { ...part, functionCall: call };
  }
  if (functionResponse === undefined) return part;
  const { id: _id, ...response } = functionResponse;
  return { ...part, functionResponse: response };
}
