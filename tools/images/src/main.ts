import { readFileSync } from 'node:fs';
import { findContainerEngine, readDockerfile } from '@tollgate/embedded';
import { buildImages, ownBytesMax, type BuiltImage } from './build-images';
import { parseArguments, usage, UsageError } from './parse-arguments';

/** `npm run images`: builds the images of all services with docker or podman. */
async function main(): Promise<number> {
  const dockerfile = readDockerfile(readFileSync('deploy/Dockerfile', 'utf8'));
  const {
    base = dockerfile.baseImage,
    buildFlags,
    engine: wanted,
    images,
    tag,
  } = parseArguments(process.argv.slice(2), dockerfile.images);
  const engine = await findContainerEngine(wanted);
  const chosen = images.length > 0 ? images : dockerfile.images;
  console.log(`tollgate: building ${chosen.length} images with ${engine.name} …`);
  const built = await buildImages({
    ...{ engine, base, images: chosen, tag, buildFlags },
    onBuilt: (image) => console.log(describe(image)),
  });
  const large = built.filter(({ ownBytes }) => ownBytes > ownBytesMax);
  for (const image of large) {
    console.error(`tollgate: ${image.name} adds more than ${inMegabytes(ownBytesMax)} to its base`);
  }
  return large.length === 0 ? 0 : 1;
}

function describe({ name, ownBytes, seconds }: BuiltImage): string {
  return `${seconds.toFixed(1).padStart(7)} s ${name}: ${inMegabytes(ownBytes)} beyond its base`;
}

function inMegabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

main().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    console.error(`tollgate: ${error instanceof Error ? error.message : String(error)}`);
    if (error instanceof UsageError) console.error(usage);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  },
);
