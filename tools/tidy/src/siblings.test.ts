import { listTrackedFiles } from './tracked-files';

const tracked = listTrackedFiles();

function listFolders(parent: string): string[] {
  const pattern = new RegExp(`^${parent}/([^/]+)/`);
  return [...new Set(tracked.flatMap((file) => pattern.exec(file)?.[1] ?? []))];
}

/** Sibling folders have the same file names, so a reader of one finds the way in the others. */
const families = [
  {
    parent: 'libs/providers',
    sources: 'src/',
    isSibling: () => true,
    files: [
      ...['index', 'adapter', 'wire', 'sign-request', 'build-request', 'forward-request'],
      ...['read-response', 'read-answer', 'read-stream', 'map-usage', 'map-stop-reason'],
      ...['map-error', 'write-messages', 'write-parts', 'write-tools', 'write-reasoning'],
    ],
  },
  {
    parent: 'libs/dialects',
    sources: 'src/',
    // Those are no conversations: nothing is translated.
    isSibling: (folder: string) => !/^openai-(?:audio|embeddings|images)$/.test(folder),
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
