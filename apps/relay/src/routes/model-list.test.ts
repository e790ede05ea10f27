import { decodeCursor, type SortedPage } from '@tollgate/http';
import { aModel, aSnapshot } from '../../test/support/build-calls';
import type { CatalogSnapshot } from '../catalog/catalog';
import { readModelList, readModelPage, type ListFilter } from './model-list';
import { publicCursors, type PublicSort } from './public-sorts';

const nowMs = Date.parse('2026-06-15T12:00:00Z');
const dayMs = 86_400_000;
const text: ListFilter = { modalities: ['text'], parameters: [] };
const freeTier = {
  model: 'acme/chat',
  enabled: true,
  rpm: 10,
  dailyUnits: 150,
  fundedMultiplier: 3,
  unitTokens: 8_192,
};

const models = [
  aModel({ id: 'acme/chat', supportedParameters: ['tools', 'seed'] }),
  aModel({
    id: 'acme/painter',
    kind: 'image',
    outputModalities: ['image', 'text'],
    prices: {},
    sizes: { '1:1': '0.04', '3:2': '0.02' },
  }),
  aModel({ id: 'acme/vectors', kind: 'embeddings', outputModalities: ['embeddings'] }),
  aModel({
    id: 'acme/voice',
    kind: 'speech',
    outputModalities: ['speech'],
    prices: { character: '0.001' },
  }),
  aModel({ id: 'acme/ending', deprecationDate: '2026-07-15', supportedParameters: ['seed'] }),
  aModel({ id: 'acme/later', deprecationDate: '2026-07-16', supportedParameters: ['seed'] }),
  aModel({ id: 'acme/gone', deprecationDate: '2026-06-15' }),
  aModel({ id: 'acme/unpriced', prices: { prompt: null, completion: null } }),
];
const snapshot: CatalogSnapshot = {
  ...aSnapshot(models, {}),
  freeTiers: new Map([['acme/chat', freeTier]]),
};

interface Listed {
  readonly id: string;
  readonly status: string;
  readonly pricing: { readonly prompt: string };
}

function list(filter: ListFilter, atMs = nowMs): Listed[] {
  return (JSON.parse(readModelList(snapshot, filter, atMs).text) as { data: Listed[] }).data;
}

describe('the list of models', () => {
  it.each<[string, ListFilter, string[]]>([
    [
      'text, in order, with free entries and without the retired',
      text,
      ['chat', 'chat:free', 'ending', 'later'],
    ],
    ['images', { modalities: ['image'], parameters: [] }, ['painter']],
    [
      'any of several',
      { modalities: ['embeddings', 'speech'], parameters: [] },
      ['vectors', 'voice'],
    ],
    ['one that supports tools', { ...text, parameters: ['tools'] }, ['chat', 'chat:free']],
    ['all that is asked for', { ...text, parameters: ['seed', 'tools'] }, ['chat', 'chat:free']],
    ['nothing', { ...text, parameters: ['flying'] }, []],
    [
      'everything',
      { modalities: 'all', parameters: [] },
      ['chat', 'chat:free', 'ending', 'later', 'painter', 'vectors', 'voice'],
    ],
  ])('has %s', (_about, filter, names) => {
    expect(list(filter).map(({ id }) => id)).toEqual(names.map((name) => `acme/${name}`));
  });

  it('announces a retirement thirty days before it', () => {
    const find = (id: string, atMs = nowMs) => list(text, atMs).find((model) => model.id === id);
    expect(find('acme/chat')?.status).toBe('active');
    expect(find('acme/ending')?.status).toBe('end_of_life');
    expect(find('acme/later')?.status).toBe('active');
    expect(find('acme/later', nowMs + dayMs)?.status).toBe('end_of_life');
    expect(find('acme/gone', nowMs - dayMs)?.status).toBe('end_of_life');
  });

  it('costs nothing within the free tier', () => {
    const prompts = list(text).map(({ id, pricing }) => [id, pricing.prompt]);
    expect(Object.fromEntries(prompts)).toMatchObject({ 'acme/chat': '1', 'acme/chat:free': '0' });
  });

  it('is written once, and has a tag that changes with it', () => {
    const body = readModelList(snapshot, text, nowMs);
    expect(readModelList(snapshot, text, nowMs + 1)).toBe(body);
    expect(readModelList({ ...snapshot, version: 2n }, text, nowMs).etag).toBe(body.etag);
    expect(readModelList(snapshot, text, nowMs + dayMs).etag).not.toBe(body.etag);
    expect(readModelList(aSnapshot(), text, nowMs).etag).not.toBe(body.etag);
  });

  it('renders an empty catalog as an empty list', () => {
    const { text: body } = readModelList(aSnapshot([], {}), text, nowMs);
    expect(JSON.parse(body)).toEqual({
      object: 'list',
      data: [],
      has_more: false,
      first_id: null,
      last_id: null,
    });
  });

  it('of an organization contains the models that it allows', () => {
    const allowsModel = (id: string): boolean => id.startsWith('acme/chat');
    const ids = list({ ...text, modalities: 'all', allowsModel }).map(({ id }) => id);
    expect(ids).toEqual(['acme/chat', 'acme/chat:free']);
  });
});

describe('a page of the list of models', () => {
  const all: ListFilter = { modalities: 'all', parameters: [] };
  const first: SortedPage<PublicSort> = { sort: 'id', order: 'asc', limit: 3 };
  interface Page {
    readonly data: readonly Listed[];
    readonly has_more: boolean;
    readonly last_id: string | null;
    readonly nextCursor: string | null;
  }
  const readPage = (page: Partial<typeof first>, filter = all, from = snapshot): Page =>
    JSON.parse(readModelPage(from, filter, { ...first, ...page }, nowMs).text) as Page;

  function walk(page: Partial<typeof first>): string[] {
    const ids: string[] = [];
    let after: SortedPage['after'];
    for (let pages = 0; pages < 20; pages++) {
      const { data, nextCursor } = readPage({ ...page, after });
      ids.push(...data.map(({ id }) => id.replace('acme/', '')));
      if (nextCursor === null) break;
      after = decodeCursor(publicCursors, { ...first, ...page }, nextCursor);
    }
    return ids;
  }
  const ids = ['chat', 'chat:free', 'ending', 'later', 'painter', 'vectors', 'voice'];

  it('names the next one, and the last has none', () => {
    const page = readPage({});
    expect(page).toMatchObject({ has_more: true, last_id: 'acme/ending' });
    expect(page.nextCursor).toBe('acme/ending');
    expect(readPage({ limit: 7 })).toMatchObject({ has_more: false, nextCursor: null });
  });

  it.each(['id', 'name', 'created', 'context_length', 'prompt_price', 'completion_price'] as const)(
    'by %s shows every model once, in both directions',
    (sort) => {
      const seen = walk({ sort });
      expect(seen.toSorted()).toEqual(ids);
      expect(walk({ sort, order: 'desc' })).toEqual(seen.toReversed());
      expect(walk({ sort, limit: 1 })).toEqual(seen);
    },
  );

  it('begins with the lowest price', () => {
    expect(walk({ sort: 'prompt_price' })[0]).toBe('chat:free');
  });

  it('begins behind a model that is gone', () => {
    const { data } = readPage({ after: { id: 'acme/gone', value: 'acme/gone' } });
    expect(data[0]?.id).toBe('acme/later');
  });

  it('contains what is searched in ids and names, and what an organization allows', () => {
    const find = (search: string, filter = all) =>
      readPage({ search }, filter).data.map(({ id }) => id);
    expect(find('CHAT')).toEqual(['acme/chat', 'acme/chat:free']);
    expect(find('(free)')).toEqual(['acme/chat:free']);
    expect(find('unpriced')).toEqual([]);
    expect(find('chat', { ...all, allowsModel: (id) => id !== 'acme/chat' })).toEqual([
      'acme/chat:free',
    ]);
  });
});
