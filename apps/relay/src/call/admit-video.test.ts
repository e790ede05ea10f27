import { scanTexts } from '@tollgate/content-rules';
import { UsageRecorded } from '@tollgate/contracts';
import { AppError, type ErrorName } from '@tollgate/errors';
import { silentLogger } from '@tollgate/observability';
import { compileAllowedModels, personalPolicy, type CallerPolicy } from '@tollgate/policy';
import { KeyRing } from '@tollgate/secret-box';
import { aModel, aParsedCall, aRoute, aRouting, aSnapshot } from '../../test/support/build-calls';
import type { CatalogModel, ProviderRoute } from '../catalog/catalog';
import { createAdmitVideo, type AdmitVideoOptions, type AdmittedVideo } from './admit-video';
import type { PlaceHoldRequest } from './admit/holds';
import type { ReviewTools } from './review/review-call';

const document = {
  id: 'acme/film',
  kind: 'video',
  prices: { videoSecond: '0.1' },
  video: {
    durations: [5, 10],
    resolutions: { '720p': '1', '1080p': '2' },
    aspectRatios: ['16:9', '9:16'],
    tasks: ['text', 'image', 'keyframes', 'continuation', 'reference', 'edit'],
    audioMultiplier: '1.5',
  },
} as const;
const film = aModel(document);
const openai = aRoute({ id: 'r-openai', protocol: 'openai-videos' });
const ark = aRoute({ id: 'r-ark', protocol: 'ark-videos', provider: 'other', priority: 2 });
const video = 'https://videos.example/gate.mp4';

interface Setting {
  readonly models?: readonly CatalogModel[];
  readonly routes?: readonly ProviderRoute[];
  readonly policy?: CallerPolicy;
  readonly reviewing?: Partial<ReviewTools>;
  readonly isBroke?: boolean;
  readonly isBookAway?: boolean;
}

function setUp(setting: Setting = {}) {
  const { models = [film], routes = [openai, ark] } = setting;
  const told: string[] = [];
  const placed: PlaceHoldRequest[] = [];
  const options: AdmitVideoOptions = {
    getRouting: () => aRouting(aSnapshot(models, { 'acme/film': routes })),
    reviewing: {
      scan: scanTexts,
      platformRules: { isEmpty: true, review: () => [] },
      moderate: undefined,
      evidenceKeys: new KeyRing('44'.repeat(32)),
      sendNote: () => undefined,
      ...setting.reviewing,
    },
    settler: { recordBlocked: (_call, { reason }) => told.push(`blocked ${reason}`) },
    sessions: {
      take: async () => 'taken',
      settle: (_caller, tokens) => told.push(`session ${tokens}`),
    },
    holds: {
      place: async (request) => {
        placed.push(request);
        const { amountNanos, holdId, limits: counters, walletId } = request;
        const none = { availableNanos: 0n, creditNanos: 0n, requiredNanos: 1n };
        return setting.isBroke === true
          ? { kind: 'refused', refusal: { kind: 'no-funds', ...none } }
          : { kind: 'placed', hold: { walletId, holdId, instance: 'r', amountNanos, counters } };
      },
      release: ({ holdId }) => told.push(`release ${holdId}`),
      forget: ({ holdId }) => told.push(`forget ${holdId}`),
    },
    bookHold: async ({ holdId }, reference) => {
      if (setting.isBookAway === true) throw new AppError('overloaded');
      told.push(`book ${holdId} ${reference}`);
    },
    spool: { hasRoom: () => true },
    logger: silentLogger,
  };
  const admit = (fields: object = {}, inputSeconds?: number): Promise<AdmittedVideo> => {
    const { endpoint: _endpoint, request: _request, ...call } = aParsedCall();
    const body = { model: 'acme/film', prompt: 'A gate', ...fields };
    const quota = { requests: 5, tokens: null, usd: null };
    const caller = { ...call.caller, quota } as typeof call.caller;
    const { policy = call.policy } = setting;
    return createAdmitVideo(options)({
      ...call,
      ulid: '01KA4X3T9PYQWERTY123456789',
      caller,
      policy,
      body,
      bodyText: JSON.stringify(body),
      inputSeconds,
    });
  };
  return { admit, placed, told };
}

const ulid = '01KA4X3T9PYQWERTY123456789';

async function refuse(admitted: Promise<unknown>): Promise<AppError> {
  try {
    await admitted;
  } catch (error) {
    return AppError.from(error);
  }
  throw new Error('the job was let in');
}

describe('a video job', () => {
  it('is admitted with everything that is needed to make it', async () => {
    const { admit } = setUp();
    const admitted = await admit({ duration: 10, resolution: '1080p', generate_audio: true });
    expect(admitted).toMatchObject({
      model: 'acme/film',
      prompt: 'A gate',
      video: {
        task: 'text',
        seconds: 10,
        inputSeconds: 0,
        resolution: '1080p',
        aspectRatio: '16:9',
        hasAudio: true,
      },
      hold: { holdId: ulid, amountNanos: 3_000_000_000n },
    });
    const secondPicos = 300_000_000_000n;
    expect(admitted.candidates).toMatchObject([
      { secondPicos, requestPicos: 0n, candidate: { route: { id: 'r-openai' } } },
      { secondPicos, requestPicos: 0n, candidate: { route: { id: 'r-ark' } } },
    ]);
  });

  it('is held in the book, and no longer by the relay', async () => {
    const { admit, told } = setUp();
    await admit();
    expect(told).toEqual([`book ${ulid} vjob_${ulid}`, `forget ${ulid}`]);
  });

  it('is held at the price of its most expensive candidate, input and output', async () => {
    const dear = { ...ark, prices: { videoSecond: '0.2', request: '0.05' } };
    const { admit, placed } = setUp({ routes: [openai, dear] });
    await admit({ input_video: video }, 3.2);
    await admit({ input_video: video });
    // Five seconds out, and in the longest that the model makes: the caller's server may lie.
    expect(placed.map(({ amountNanos }) => amountNanos)).toEqual([3_050_000_000n, 3_050_000_000n]);
    expect(placed[0]).toMatchObject({ holdId: ulid, floorNanos: 3_050_000_000n });
  });

  it('has a record that lacks only its ending', async () => {
    const { usageDraft } = await setUp().admit();
    expect(UsageRecorded.decode(usageDraft)).toMatchObject({
      generationUlid: ulid,
      apiType: 'videos',
      model: 'acme/film',
      walletId: 'user_1',
      routeId: 'r-openai',
      priceVersion: 7n,
      reservedNanos: 500_000_000n,
      costNanos: 0n,
    });
  });

  it('holds nothing when the book does not accept the hold', async () => {
    const { admit, told } = setUp({ isBookAway: true });
    expect(await refuse(admit())).toMatchObject({ reason: 'overloaded' });
    expect(told).toEqual([`release ${ulid}`, 'session undefined']);
  });

  it('is not booked when it cannot be paid', async () => {
    const { admit, told } = setUp({ isBroke: true });
    expect(await refuse(admit())).toMatchObject({ reason: 'insufficient_credits' });
    expect(told).toEqual(['session undefined']);
  });

  it('uses the candidates that its caller prefers', async () => {
    const { candidates } = await setUp().admit({ provider: { only: ['other'] } });
    expect(candidates.map(({ candidate }) => candidate.route.id)).toEqual(['r-ark']);
  });

  it('uses the candidates that can serve it, and is refused when there are none', async () => {
    const older = aRoute({
      id: 'r-wan',
      protocol: 'dashscope-videos',
      upstreamModel: 'wan2.5-t2v',
      priority: 0,
    });
    const { candidates } = await setUp({ routes: [older, openai, { ...older, id: 'r-2' }] }).admit({
      input_video: video,
    });
    expect(candidates.map(({ candidate }) => candidate.route.id)).toEqual(['r-openai']);
    expect(await refuse(setUp({ routes: [older] }).admit({ input_video: video }))).toMatchObject({
      reason: 'unsupported_param',
      param: 'input_video',
    });
  });

  it('is made by its model alone, whatever else is offered', async () => {
    const { admit } = setUp({ models: [film, aModel({ id: 'acme/other', kind: 'video' })] });
    expect((await admit({ models: ['acme/other'] })).model).toBe('acme/film');
  });

  it('is recorded as blocked when the rules of the platform refuse it', async () => {
    const review = (texts: readonly string[]): string[] =>
      texts.includes('A bomb') ? ['violence'] : [];
    const { admit, placed, told } = setUp({
      reviewing: { platformRules: { isEmpty: false, review } },
    });
    await admit({ prompt: 'A gate' });
    expect(await refuse(admit({ prompt: 'A bomb' }))).toMatchObject({ reason: 'content_filter' });
    expect(told.at(-1)).toBe('blocked content_filter');
    expect(placed).toHaveLength(1);
  });

  const strictKey = {
    id: 'byok_1',
    orgId: 'org_1',
    baseUrl: 'https://own.example/v1',
    protocol: 'openai',
    isSeamless: false,
    sealedKey: Buffer.alloc(0),
    masterKeyId: 'k1',
    scopedKeyIds: new Set<string>(),
    upstreamModels: new Map([['acme/film', 'own-film']]),
    isFailing: false,
  } as const;

  it('uses the platform even if its organization has its own key', async () => {
    const byokKeys = [{ ...strictKey, isSeamless: true }];
    const { candidates } = await setUp({ policy: { ...personalPolicy, byokKeys } }).admit();
    expect(candidates.map(({ candidate }) => candidate.route.id)).toEqual(['r-openai', 'r-ark']);
  });

  const team = { name: 'Writers', scopes: new Set(['inference']) };
  const retired = { ...document, deprecationDate: '2020-01-01' };
  it.each<[ErrorName, Setting, object]>([
    ['model_endpoint_mismatch', { models: [aModel({ id: 'acme/film' })] }, {}],
    ['unknown_model', {}, { model: 'acme/unknown' }],
    ['unknown_model', {}, { model: 'auto' }],
    ['model_retired', { models: [aModel(retired)] }, {}],
    ['model_not_priced', { models: [aModel({ ...document, prices: {} })] }, {}],
    ['no_route', { routes: [] }, {}],
    ['no_route', { routes: [aRoute({ protocol: 'openai' })] }, {}],
    ['no_route', { policy: { ...personalPolicy, byokKeys: [strictKey] } }, {}],
    ['no_route', {}, { provider: { only: ['nobody'] } }],
    [
      'model_not_allowed',
      { policy: { ...personalPolicy, allowsModel: compileAllowedModels([['x/*']]) } },
      {},
    ],
    ['forbidden', { policy: { ...personalPolicy, team } }, {}],
    ['unsupported_param', {}, { duration: 7 }],
    ['unsupported_param', {}, { resolution: '4k' }],
    ['unsupported_param', {}, { input_image: 'http://127.0.0.1/a' }],
    ['missing_required_field', {}, { prompt: '' }],
  ])('is refused as %s before anything is held: %#', async (reason, setting, fields) => {
    const { admit, placed } = setUp(setting);
    expect((await refuse(admit(fields))).reason).toBe(reason);
    expect(placed).toEqual([]);
  });
});
