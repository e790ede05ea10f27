import { readFileSync } from 'node:fs';
import { digestPattern, imageFiles, listBaseImages, pinImages } from './base-images';
import { resolveDigest } from './resolve-digest';

const digest = `sha256:${'0a'.repeat(32)}`;

describe('images of others', () => {
  const all = imageFiles.flatMap((file) => listBaseImages(readFileSync(file, 'utf8')));

  it('are found in every file that names them', () => {
    expect([...new Set(all.map(({ name }) => name.split(':')[0]))].sort()).toEqual([
      'apache/kafka',
      'axllent/mailpit',
      'node',
      'postgres',
      'redis',
    ]);
  });

  it('have the same tag and digest everywhere, and a digest that is one', () => {
    const byName = new Map<string, Set<string>>();
    for (const { digest: pinned = '', name } of all) {
      const [repository = ''] = name.split(':');
      byName.set(repository, (byName.get(repository) ?? new Set()).add(`${name}@${pinned}`));
      if (pinned !== '') expect(pinned).toMatch(digestPattern);
    }
    expect([...byName.values()].filter((forms) => forms.size > 1)).toEqual([]);
  });

  it('are pinned, and pinned again to another digest', () => {
    const text = 'ARG NODE_IMAGE=node:24\n\n  redis:\n    image: redis:7.4\n    build: a\n';
    const once = pinImages(text, new Map([['redis:7.4', digest]]));
    expect(once).toContain(`ARG NODE_IMAGE=node:24\n`);
    expect(once).toContain(`    image: redis:7.4@${digest}\n`);
    const other = `sha256:${'1b'.repeat(32)}`;
    expect(listBaseImages(pinImages(once, new Map([['redis:7.4', other]])))).toEqual([
      { name: 'node:24', digest: undefined },
      { name: 'redis:7.4', digest: other },
    ]);
  });
});

describe('the digest of an image', () => {
  it('is asked from docker, and from skopeo where docker is not', async () => {
    const calls: string[] = [];
    const answer = await resolveDigest('postgres:18', (program, given) => {
      calls.push([program, ...given].join(' '));
      return program === 'docker'
        ? Promise.reject(new Error('spawn docker ENOENT'))
        : Promise.resolve(`${digest}\n`);
    });
    expect(answer).toBe(digest);
    expect(calls).toEqual([
      'docker buildx imagetools inspect --format {{.Manifest.Digest}} postgres:18',
      'skopeo inspect --format {{.Digest}} docker://docker.io/library/postgres:18',
    ]);
  });

  it('is refused when it is malformed', async () => {
    await expect(resolveDigest('a/b:1', () => Promise.resolve('latest'))).rejects.toThrow(
      'the digest of a/b:1 cannot be resolved: docker: printed "latest", which is no digest',
    );
  });
});
