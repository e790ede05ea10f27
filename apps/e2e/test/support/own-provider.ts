import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json } from './api-call';

export interface SeenRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Json;
}

export type AnswerSeen = (response: ServerResponse, request: SeenRequest) => void;

/** A provider that an organization has an account with. */
export interface OwnProvider {
  /** Its base URL for a provider key. */
  readonly url: string;
  /** Model calls; requests for the list of models are not counted. */
  readonly seen: SeenRequest[];
  /** How it answers from now on. */
  behave(answer: AnswerSeen): void;
  readonly stop: () => void;
}

/** Its answer text, unlike any of the platform. */
export const ownText = 'By your own provider.';

export async function startOwnProvider(): Promise<OwnProvider> {
  const seen: SeenRequest[] = [];
  let answer: AnswerSeen = answerWell;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    response.on('error', () => undefined);
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      if (path.endsWith('/models')) {
        response.end(JSON.stringify({ data: [] }));
        return;
      }
      const body: Json = JSON.parse(Buffer.concat(chunks).toString('utf8'));
      const one = { path, headers: request.headers, body };
      seen.push(one);
      answer(response, one);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    seen,
    behave: (next) => void (answer = next),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** In the protocol of the path, plain or as a stream. */
export const answerWell: AnswerSeen = (response, { body, path }) => {
  if (path.endsWith('/messages')) sendJson(response, 200, makeMessage(body.model));
  else if (body.stream === true) sendStream(response, body.model);
  else sendJson(response, 200, makeCompletion(body.model));
};

export function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

export function makeCompletion(model: string, usage: object = defaultUsage): object {
  const message = { role: 'assistant', content: ownText };
  const choices = [{ index: 0, message, finish_reason: 'stop' }];
  return { id: 'own-1', object: 'chat.completion', created: 1, model, choices, usage };
}

const defaultUsage = { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 };

function sendStream(response: ServerResponse, model: string): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (rest: object): void => {
    const chunk = { id: 'own-1', object: 'chat.completion.chunk', created: 1, model, ...rest };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  };
  send({ choices: [{ index: 0, delta: { role: 'assistant', content: ownText } }] });
  send({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
  send({ choices: [], usage: defaultUsage });
  response.end('data: [DONE]\n\n');
}

function makeMessage(model: string): object {
  return {
    ...{ id: 'msg_own', type: 'message', role: 'assistant', model },
    content: [{ type: 'text', text: ownText }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 7, output_tokens: 3 },
  };
}
