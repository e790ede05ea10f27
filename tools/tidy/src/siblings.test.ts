import { listTrackedFiles } from './tracked-files';

const tracked = listTrackedFiles();

function listFolders(parent: string): string[] {
  const pattern = new RegExp(`^${parent}/([^/]+)/`);
  return [...new Set(tracked.flatMap((file) => pattern.exec(file)?.[1] ?? []))];
}

/** Sibling folders have the same file names, so a reader of one finds the way in the others. */
const isHost = (folder: string): boolean => /^(?:azure|vertex|vertex-anthropic)$/.test(folder);

const families = [
  {
    parent: 'libs/providers',
    sources: 'src/',
    isSibling: (folder: string) => !isHost(folder),
    files: [
      ...['index', 'adapter', 'wire', 'sign-request', 'build-request', 'forward-request'],
      ...['read-response', 'read-answer', 'read-stream', 'map-usage', 'map-stop-reason'],
      ...['map-error', 'write-messages', 'write-parts', 'write-tools', 'write-reasoning'],
    ],
  },
  {
    // A cloud that hosts the protocol of another provider changes only addresses and proof.
    parent: 'libs/providers',
    sources: 'src/',
    isSibling: (folder: string) => isHost(folder),
    files: ['index', 'adapter', 'sign-request', 'build-request', 'forward-request'],
  },
  {
    parent: 'libs/dialects',
    sources: 'src/',
    // Those are no conversations, or are passed on and translated by rules of their own.
    isSibling: (folder: string) =>
      !/^openai-(?:audio|completions|embeddings|images|moderations)$/.test(folder),
    files: [
      ...['index', 'dialect', 'wire', 'parse-request', 'request-schema', 'answer-schema'],
      ...['estimate-prompt', 'render-response', 'render-stream', 'render-usage', 'render-error'],
      ...['pass-response', 'pass-stream', 'to-neutral'],
    ],
  },
  {
    parent: 'libs/video-protocols/src',
    sources: '',
    isSibling: () => true,
    files: ['adapter', 'build-submit', 'read-submit', 'build-poll', 'read-poll', 'map-error'],
  },
  {
    parent: 'libs/rerank-protocols/src',
    sources: '',
    isSibling: () => true,
    files: ['adapter', 'build-request', 'read-response'],
  },
  {
    parent: 'libs/web-search/src',
    sources: '',
    isSibling: () => true,
    files: ['adapter', 'build-request', 'read-results'],
  },
] as const;

describe.each(families)('every folder of $parent', ({ files, isSibling, parent, sources }) => {
  const folders = listFolders(parent).filter(isSibling);

  it('is one of several', () => {
    expect(folders.length).toBeGreaterThan(2);
  });

  it.each(files)('has %s.ts', (name) => {
    const lacking = folders.filter(
      (folder) => !tracked.includes(`${parent}/${folder}/${sources}${name}.ts`),
    );
    expect(lacking).toEqual([]);
  });
});
