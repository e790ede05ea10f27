import type { ServerResponse } from 'node:http';
import { asRecord, readCount, type Fields } from '../domain/fields';
import { readInstructions } from '../domain/instructions';
import { readBearer } from '../domain/protocol';
import { rankDocuments } from '../domain/rerank/rank-documents';
import { cohereWire, jinaWire, voyageWire, type RerankWire } from '../domain/rerank/wires';
import { parseBody } from '../domain/sim-request';
import {
  answerScript,
  createPause,
  readText,
  sendError,
  sendJson,
  trackCall,
  withKey,
  type Route,
  type RouteOptions,
} from './exchange';

/**
 * `POST /v2/rerank` is Cohere's. `POST /v1/rerank` is Voyage's for names that begin with `rerank`
 * and Jina's for all others. Scripts are in the model's name or in the query.
 */
export function rerankRoute(options: RouteOptions): Route {
  const { errors } = jinaWire;
  return withKey({ errors, readKey: readBearer }, async (request, response, key, path) => {
    const text = (await readText(request)) ?? '';
    const body = parseBody(text) ?? {};
    const wire = chooseWire(path, body);
    const fault = findFault(wire, body);
    if (fault !== undefined) return sendError(response, wire.errors.badRequest(fault, null));
    const { model } = body as { readonly model: string };
    const id = `rank-${options.makeId()}`;
    trackCall(options.calls, response, { id, model, isStreamed: false, body: text });
    await answer(response, { body, id, key, wire }, options);
  });
}

interface ReadCall {
  readonly wire: RerankWire;
  readonly body: Fields;
  readonly id: string;
  readonly key: string;
}

async function answer(
  response: ServerResponse,
  { body, id, key, wire }: ReadCall,
  { hanging }: Pick<RouteOptions, 'hanging'>,
): Promise<void> {
  const { model, query } = body as { readonly model: string; readonly query: string };
  const instructions = readInstructions(model, query);
  const pause = createPause(response);
  const tools = { errors: wire.errors, hanging, key, pause };
  if (await answerScript(response, instructions, tools)) return;
  if (instructions.body === 'garbage') return sendJson(response, '<html></html>');
  const documents = (body['documents'] as readonly unknown[]).map(readDocument);
  const limit = readCount(body[wire.limitField]);
  const isEmpty = instructions.body === 'empty_choices';
  const results = isEmpty ? [] : rankDocuments(query, documents).slice(0, limit);
  const asked = body['return_documents'];
  const returnsDocuments = typeof asked === 'boolean' ? asked : wire.returnsDocuments;
  const { usage } = instructions;
  sendJson(
    response,
    wire.render({ id, model, query, documents, results, returnsDocuments, usage }),
  );
}

function chooseWire(path: string, { model }: Fields): RerankWire {
  if (path.endsWith('/v2/rerank')) return cohereWire;
  return typeof model === 'string' && model.startsWith('rerank') ? voyageWire : jinaWire;
}

/** Undefined: nothing is wrong. */
function findFault(wire: RerankWire, body: Fields): string | undefined {
  const { documents, model, query } = body;
  if (typeof model !== 'string' || typeof query !== 'string') return 'model and query are required';
  if (!Array.isArray(documents) || documents.length === 0) return 'documents are required';
  const unknown = Object.keys(body).find((name) => !wire.fields.has(name));
  return unknown === undefined ? undefined : wire.refuseField(unknown);
}

function readDocument(document: unknown): string {
  if (typeof document === 'string') return document;
  const { text } = asRecord(document);
  return typeof text === 'string' ? text : '';
}
