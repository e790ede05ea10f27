import type { AdmitVideoResponse, VideoAdmissionServiceServer } from '@tollgate/contracts';
import { AppError } from '@tollgate/errors';
import { anonymousIdentity, type CallerIdentity } from '@tollgate/identity';
import { personalPolicy } from '@tollgate/policy';
import { aHeldCall, aRoute, aSnapshot } from '../../test/support/build-calls';
import type { AdmittedVideo, VideoCall } from '../call/admit-video';
import { createVideoAdmissionService } from './video-admission-service';

const ulid = '01KA4X3T9PYQWERTY123456789';
const caller: CallerIdentity = { ...anonymousIdentity, kind: 'standard_key', userId: 'user_1' };

function setUp(identity: CallerIdentity = caller) {
  const calls: VideoCall[] = [];
  const held = aHeldCall();
  const route = aRoute({ id: 'r-ark', protocol: 'ark-videos', headers: { 'x-team': 'blue' } });
  const candidate = { ...held.candidates[0], route };
  const admitted: AdmittedVideo = {
    model: 'acme/film',
    prompt: 'A gate',
    video: {
      task: 'edit',
      seconds: 5,
      inputSeconds: 4,
      resolution: undefined,
      aspectRatio: undefined,
      hasAudio: false,
    },
    candidates: [{ candidate, secondPicos: 100n, requestPicos: 7n }],
    hold: { ...held.hold, amountNanos: 900n },
    usageDraft: Buffer.from('draft'),
  };
  const defaultRoute = aRoute({ id: 'pkey_1', protocol: 'openai-videos' });
  const snapshot = {
    ...aSnapshot([], { 'acme/film': [aRoute({ id: 'r-chat' }), route] }),
    defaultRoutes: [defaultRoute],
  };
  const { implementation } = createVideoAdmissionService({
    verifier: {
      verify: (header) => {
        if (header !== 'signed') throw new AppError('unauthenticated');
        return identity;
      },
    },
    findPolicy: () => personalPolicy,
    admitVideo: async (call) => {
      calls.push(call);
      return admitted;
    },
    getSnapshot: () => snapshot,
    refusals: { note: () => undefined },
  });
  return { calls, server: implementation as unknown as VideoAdmissionServiceServer };
}

/** What a handler answers, or the word of its failure. */
function ask<Answer>(handler: unknown, request: object): Promise<Answer | string> {
  const run = handler as (
    call: object,
    done: (error: Error | null, answer: Answer) => void,
  ) => void;
  return new Promise((resolve) => {
    const call = { request, metadata: { get: () => [] }, on: () => undefined };
    run(call, (error, answer) =>
      resolve(error === null ? answer : AppError.from(error.cause).reason),
    );
  });
}

const request = {
  ulid,
  identity: 'signed',
  requestId: 'req_1',
  appName: 'app',
  referer: 'https://app.example',
  bodyJson: Buffer.from('{"model":"acme/film","prompt":"A gate"}'),
  inputSeconds: 3.5,
};

describe('the admission of video jobs', () => {
  it('passes on the caller, the body and the length of the input', async () => {
    const { calls, server } = setUp();
    await ask(server.admitVideo, request);
    expect(calls).toMatchObject([
      {
        ulid,
        caller,
        requestId: 'req_1',
        appName: 'app',
        referer: 'https://app.example',
        body: { model: 'acme/film', prompt: 'A gate' },
        inputSeconds: 3.5,
      },
    ]);
  });

  it('answers with the job, its candidates and its usage draft', async () => {
    const answer = await ask<AdmitVideoResponse>(setUp().server.admitVideo, request);
    expect(answer).toEqual({
      model: 'acme/film',
      prompt: 'A gate',
      job: {
        task: 'edit',
        seconds: 5,
        inputSeconds: 4,
        resolution: '',
        aspectRatio: '',
        hasAudio: false,
      },
      ways: [
        {
          route: {
            routeId: 'r-ark',
            provider: 'acme',
            protocol: 'ark-videos',
            baseUrl: 'http://127.0.0.1:1/v1',
            apiKey: 'key of the provider',
            headers: { 'x-team': 'blue' },
          },
          upstreamModel: 'small',
          secondPicos: 100n,
          requestPicos: 7n,
          priceVersion: 7n,
        },
      ],
      reservedNanos: 900n,
      usageDraft: Buffer.from('draft'),
    });
  });

  it.each([
    ['unauthenticated', { identity: 'forged' }],
    ['bad_request', { ulid: 'none' }],
    ['invalid_json', { bodyJson: Buffer.from('[]') }],
    ['invalid_json', { bodyJson: Buffer.from('{') }],
  ])('refuses as %s: %j', async (reason, changes) => {
    const { calls, server } = setUp();
    expect(await ask(server.admitVideo, { ...request, ...changes })).toBe(reason);
    expect(calls).toEqual([]);
  });

  it('refuses callers that may not call models', async () => {
    const { server } = setUp({ ...caller, kind: 'management_key' });
    expect(await ask(server.admitVideo, request)).toBe('forbidden');
  });

  it.each([
    ['r-ark', 'ark-videos'],
    ['pkey_1', 'openai-videos'],
  ])('returns how to reach the route %s', async (routeId, protocol) => {
    const answer = await ask(setUp().server.getVideoRoute, { routeId });
    expect(answer).toMatchObject({ route: { routeId, protocol } });
  });

  it.each(['r-chat', 'r-gone'])('does not find %s as a video route', async (routeId) => {
    expect(await ask(setUp().server.getVideoRoute, { routeId })).toBe('not_found');
  });
});
