import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { silentLogger } from '@tollgate/observability';
import {
  createUpstreamModerator,
  type UpstreamModeratorOptions,
} from '../src/call/review/moderation/upstream-moderator';
import type { Moderate } from '../src/call/review/review-call';

type Answer = { readonly status: number; readonly body: string } | 'silence';

describe('an outside moderator', () => {
  let server: Server;
  let answer: Answer;
  let asked: { readonly authorization: string | undefined; readonly body: unknown }[];

  beforeEach(async () => {
    asked = [];
    server = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += String(chunk)));
      request.on('end', () => {
        asked.push({ authorization: request.headers.authorization, body: JSON.parse(text) });
        if (answer !== 'silence') response.writeHead(answer.status).end(answer.body);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });

  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  function connect(changes: Partial<UpstreamModeratorOptions> = {}): Moderate {
    const { port } = server.address() as AddressInfo;
    return createUpstreamModerator({
      url: `http://127.0.0.1:${port}/v1/moderations`,
      apiKey: 'key of the moderator',
      model: 'judge',
      failure: 'open',
      getNowMs: Date.now,
      logger: silentLogger,
      ...changes,
    });
  }

  function verdict(flagged: boolean, categories: object = {}): Answer {
    return { status: 200, body: JSON.stringify({ results: [{ flagged, categories }] }) };
  }

  it('returns the categories that it flags', async () => {
    answer = verdict(true, { violence: true, hate: false });
    await expect(connect()(['a text'])).resolves.toEqual(['violence']);
    expect(asked).toEqual([
      {
        authorization: 'Bearer key of the moderator',
        body: { model: 'judge', input: ['a text'] },
      },
    ]);
  });

  it('is asked once about the same texts, for ten minutes', async () => {
    answer = verdict(false);
    let nowMs = 0;
    const moderate = connect({ getNowMs: () => nowMs });
    await moderate(['a']);
    nowMs = 599_999;
    await moderate(['a']);
    expect(asked).toHaveLength(1);
    nowMs = 600_001;
    await moderate(['a']);
    await moderate(['b']);
    expect(asked).toHaveLength(3);
  });

  it.each<[string, Answer]>([
    ['an error', { status: 500, body: 'no' }],
    ['nonsense', { status: 200, body: '{"results":1}' }],
    ['silence', 'silence'],
  ])(
    'that answers with %s lets calls continue or refuses them, as configured',
    async (_name, given) => {
      answer = given;
      await expect(connect()(['a'])).resolves.toEqual([]);
      await expect(connect({ failure: 'closed' })(['a'])).rejects.toMatchObject({
        reason: 'overloaded',
      });
    },
  );
});
