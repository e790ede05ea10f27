import type {
  NeutralRequest,
  TranslateInput,
  Translation,
  UpstreamModel,
} from '@tollgate/model-spec';
import type { Draft } from '@tollgate/model-kit';
import { makeResponseReader } from './read-response';
import { createStreamReader } from './read-stream';
import { signRequest } from './sign-request';
import type { WireContent, WireRequest } from './wire';
import { writeConfig } from './write-config';
import { writeMessages } from './write-messages';
import { writeTools } from './write-tools';

/** Changes the contents before they are sent. */
export type EditContents = (contents: readonly WireContent[]) => readonly WireContent[];

/** A neutral request as a generateContent body, with the reader of its answer. */
export function translate(
  { isStreaming, request, target }: TranslateInput,
  editContents: EditContents = (contents) => contents,
): Translation {
  const method = isStreaming ? 'streamGenerateContent?alt=sse' : 'generateContent';
  const model = encodeURIComponent(target.upstreamModel.replace(/^models\//, ''));
  const isNew = isGemini3(target.upstreamModel);
  return {
    request: {
      url: `${target.baseUrl}/models/${model}:${method}`,
      headers: signRequest(target),
      body: JSON.stringify(buildBody(request, isNew, editContents)),
    },
    readResponse: makeResponseReader(isNew),
    createStreamReader: () => createStreamReader(request.webSearch && { isBilledByQuery: isNew }),
  };
}

function buildBody(
  request: NeutralRequest,
  isNew: boolean,
  editContents: EditContents,
): Draft<WireRequest> {
  const { contents, system } = writeMessages(request.messages, { needsSignatures: isNew });
  const { outputFormat } = request;
  // Older models refuse JSON beside tools; then the prompt requests it.
  const hasTools = request.tools.length > 0 && request.toolChoice !== 'none';
  const canForce = isNew || !(hasTools || request.webSearch !== undefined);
  if (outputFormat !== undefined && !canForce) system.push({ text: describeFormat(outputFormat) });
  const { toolConfig, tools } = writeTools(request, isNew);
  return {
    systemInstruction: system.length > 0 ? { parts: system } : undefined,
    contents: editContents(contents),
    tools,
    toolConfig,
    generationConfig: writeConfig(request, canForce ? outputFormat : undefined),
  };
}

function describeFormat(format: NonNullable<NeutralRequest['outputFormat']>): string {
  const line = 'Answer with one JSON object only.';
  if (format.type === 'json_object') return line;
  return `${line} It must fit this JSON Schema: ${JSON.stringify(format.schema)}`;
}

const versions = /gemini-(?:[3-9]|\d{2,})/i;

/**
 * From Gemini 3 on, calls must be returned with their signature, and JSON and Google Search work
 * beside tools.
 */
export function isGemini3(model: UpstreamModel): boolean {
  return versions.test(model);
}
