import type { Fields } from '@tollgate/model-kit';
import type { Fact, SentRequest } from './facts';
import type { Choice, Tool } from './conversation';
import { demand, refuse } from './provider-body';

interface Content {
  readonly role: 'user' | 'model';
  readonly parts: readonly Fields[];
}

/** Reads what Google receives. */
export function readGemini(body: Fields): SentRequest {
  const { contents, systemInstruction, toolConfig, tools } = body as {
    contents: readonly Content[];
    systemInstruction?: { parts: readonly Fields[] };
    toolConfig?: { functionCallingConfig: { mode: string; allowedFunctionNames?: string[] } };
    tools: readonly { functionDeclarations: readonly Fields[] }[];
  };
  checkContents(contents);
  const names = new Map<unknown, unknown>();
  const system = systemInstruction?.parts ?? [];
  return {
    facts: [
      ...system.map((part) => readPart(part, 'system', names)),
      ...contents.flatMap(({ parts, role }) => parts.map((part) => readPart(part, role, names))),
    ],
    tools: tools.flatMap(({ functionDeclarations }) => functionDeclarations.map(readTool)),
    ...(toolConfig === undefined ? {} : { choice: readChoice(toolConfig.functionCallingConfig) }),
  };
}

/** Reads what Vertex AI receives: results belong to the calls before them by their order. */
export function readVertex(body: Fields): SentRequest {
  let ids: readonly string[] = [];
  let count = 0;
  const contents = (body['contents'] as readonly Content[]).map(({ parts, role }) => {
    const open = [...ids];
    const named = parts.map((part): Fields => {
      const { functionCall, functionResponse } = part as Record<string, Fields | undefined>;
      demand(functionCall?.['id'] === undefined && functionResponse?.['id'] === undefined, 'an id');
      if (functionCall !== undefined) {
        return { ...part, functionCall: { ...functionCall, id: `vertex-${count++}` } };
      }
      if (functionResponse === undefined) return part;
      return { ...part, functionResponse: { ...functionResponse, id: open.shift() } };
    });
    ids = named.flatMap(({ functionCall }) => {
      const id = (functionCall as { id?: string } | undefined)?.id;
      return id === undefined ? [] : [id];
    });
    return { role, parts: named };
  });
  return readGemini({ ...body, contents });
}

function checkContents(contents: readonly Content[]): void {
  let calls = 0;
  contents.forEach(({ parts, role }, index) => {
    demand(role === (index % 2 === 0 ? 'user' : 'model'), 'roles that do not alternate');
    demand(parts.length > 0, 'a content without parts');
    const results = parts.filter((part) => part['functionResponse'] !== undefined).length;
    demand(results === calls, 'calls without their results');
    demand(
      parts.slice(0, results).every((part) => part['functionResponse'] !== undefined),
      'results that do not come first',
    );
    calls = parts.filter((part) => part['functionCall'] !== undefined).length;
  });
  demand(calls === 0, 'calls without their results');
}

function readPart(
  part: Fields,
  by: 'system' | 'user' | 'model',
  names: Map<unknown, unknown>,
): Fact {
  const { fileData, functionCall, functionResponse, inlineData, text } = part as Record<
    string,
    Record<string, string> | undefined
  >;
  if (functionCall !== undefined) return readCall(functionCall, names);
  if (functionResponse !== undefined) return readResult(functionResponse, names);
  if (fileData !== undefined) return { is: 'image', url: fileData['fileUri'] ?? '' };
  if (inlineData !== undefined) {
    const url = `data:${inlineData['mimeType']};base64,${inlineData['data']}`;
    return url.startsWith('data:image') ? { is: 'image', url } : { is: 'file', dataUri: url };
  }
  const said = text as unknown as string;
  const signature = part['thoughtSignature'] as string | undefined;
  demand(said !== '' || signature !== undefined, 'a part without content');
  if (part['thought'] !== true) return { is: 'text', by, text: said };
  return { is: 'thought', text: said, ...(signature === undefined ? {} : { signature }) };
}

function readCall({ args, id, name }: Fields, names: Map<unknown, unknown>): Fact {
  names.set(id, name);
  return { is: 'call', id: id as string, name: name as string, args: JSON.stringify(args) };
}

function readResult({ id, name, response }: Fields, names: Map<unknown, unknown>): Fact {
  if (names.get(id) !== name) refuse(`a result that names ${String(name)}`);
  const { error, output } = response as Record<string, string>;
  const isError = error !== undefined;
  return { is: 'result', id: id as string, text: error ?? output ?? '', isError };
}

function readTool({ parametersJsonSchema: schema, ...tool }: Fields): Tool {
  return { ...tool, schema } as Tool;
}

function readChoice(config: { mode: string; allowedFunctionNames?: string[] }): Choice {
  const [name] = config.allowedFunctionNames ?? [];
  if (name !== undefined) return { name };
  return config.mode === 'ANY' ? 'required' : (config.mode.toLowerCase() as Choice);
}
