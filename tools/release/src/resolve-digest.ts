import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { digestPattern } from './base-images';
import { ReleaseError } from './prepare-release';

export type Run = (program: string, given: readonly string[]) => Promise<string>;

const timeoutMs = 60_000;
const runProgram: Run = async (program, given) =>
  (await promisify(execFile)(program, [...given], { timeout: timeoutMs })).stdout;

/** Each prints the digest of all platforms of an image, as the registry has it now. */
const programs: readonly (readonly [string, (image: string) => readonly string[]])[] = [
  [
    'docker',
    (image) => ['buildx', 'imagetools', 'inspect', '--format', '{{.Manifest.Digest}}', image],
  ],
  ['skopeo', (image) => ['inspect', '--format', '{{.Digest}}', `docker://${withRegistry(image)}`]],
];

/** Asks the registry for the digest of an image with the first program that can. */
export async function resolveDigest(image: string, run: Run = runProgram): Promise<string> {
  const faults: string[] = [];
  for (const [program, given] of programs) {
    const answer = await run(program, given(image)).catch((error: Error) => {
      faults.push(`${program}: ${error.message.split('\n')[0]}`);
      return undefined;
    });
    if (answer === undefined) continue;
    const digest = answer.trim();
    if (digestPattern.test(digest)) return digest;
    faults.push(`${program}: printed "${digest.slice(0, 100)}", which is no digest`);
  }
  throw new ReleaseError(`the digest of ${image} cannot be resolved: ${faults.join('; ')}`);
}

/** Names without a registry are those of Docker Hub. */
function withRegistry(image: string): string {
  const [first = '', ...rest] = image.split('/');
  if (rest.length === 0) return `docker.io/library/${image}`;
  return /[.:]/.test(first) ? image : `docker.io/${image}`;
}
