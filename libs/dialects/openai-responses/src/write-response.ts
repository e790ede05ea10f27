import type { FinishReason, RenderInput } from '@tollgate/model-spec';
import { asFields, type Fields } from '@tollgate/model-kit';
import type { Response, WireState } from './wire';

/** Fields that a response repeats from its request, with the defaults of the API. */
const echoDefaults = {
  instructions: null,
  metadata: {},
  parallel_tool_calls: true,
  temperature: null,
  top_p: null,
  tool_choice: 'auto',
  tools: [],
  max_output_tokens: null,
  truncation: 'disabled',
} as const satisfies { readonly [Name in keyof Response]?: unknown };

/** The gateway stores nothing; a background request is answered synchronously. */
const echoFixed = {
  previous_response_id: null,
  store: false,
  background: false,
} as const;

type Echo = { readonly [Name in keyof Response]?: unknown } & typeof echoFixed;

/**
 * Writes the response object of one call. It is part of three events of a stream and contains the
 * tools of the request, which may be large: the constant part is serialized once.
 */
export class ResponseWriter {
  readonly #head: string;
  readonly #tail: string;

  constructor({ face, request }: RenderInput) {
    const head = {
      id: formatResponseId(face.ulid),
      object: 'response',
      created_at: face.createdAtSeconds,
      model: face.model,
    };
    this.#head = JSON.stringify(head).slice(0, -1);
    this.#tail = JSON.stringify(makeEcho(request.body)).slice(1);
  }

  write(state: WireState): string {
    return `${this.#head},${JSON.stringify(state).slice(1, -1)},${this.#tail}`;
  }
}

export function formatResponseId(ulid: string): string {
  return `resp_${ulid}`;
}

/** How an end is expressed: by the status, and the reason when it came early. */
export function readEnd(
  finishReason: FinishReason | undefined,
): Pick<WireState, 'incomplete_details'> & { readonly status: 'completed' | 'incomplete' } {
  switch (finishReason) {
    case 'length':
      return { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } };
    case 'content_filter':
      return { status: 'incomplete', incomplete_details: { reason: 'content_filter' } };
    default:
      return { status: 'completed', incomplete_details: null };
  }
}

function makeEcho(body: Fields): Fields {
  const { effort, summary } = asFields(body['reasoning']);
  const text = asFields(body['text']);
  const format = text['format'] ?? flattenFormat(body['response_format']) ?? { type: 'text' };
  const given: Record<string, unknown> = {};
  for (const [name, silent] of Object.entries(echoDefaults)) given[name] = body[name] ?? silent;
  return {
    ...given,
    ...echoFixed,
    reasoning: { effort: effort ?? null, summary: summary ?? null },
    text: { ...text, format },
    user: body['user'] ?? null,
  } satisfies Echo;
}

/** Chat's nested form as this dialect shows it. */
function flattenFormat(format: unknown): Fields | undefined {
  if (format == null) return undefined;
  const { json_schema: nested, type } = asFields(format);
  return { ...asFields(nested), type };
}
