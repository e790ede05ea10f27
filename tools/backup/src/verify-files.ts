import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { BackupError } from './backup-error';

interface Manifest {
  readonly Files: readonly {
    readonly Path?: string;
    readonly 'Encoded-Path'?: string;
    readonly 'Checksum-Algorithm'?: string;
    readonly Checksum?: string;
  }[];
}

/** Throws unless every file of the manifest is in the folder with the same content. */
export async function verifyFiles(folder: string, manifestFile: string): Promise<number> {
  const { Files: files } = JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest;
  for (const file of files) {
    const path = file.Path ?? Buffer.from(file['Encoded-Path'] ?? '', 'hex').toString('utf8');
    const fullPath = join(folder, path);
    if (!existsSync(fullPath)) throw new BackupError(`the backup is damaged: ${path} is missing`);
    if (file['Checksum-Algorithm'] !== 'SHA256') {
      throw new BackupError(`the backup has no SHA256 of ${path}: use pg_verifybackup for it`);
    }
    if ((await hashFile(fullPath)) !== file.Checksum) {
      throw new BackupError(`the backup is damaged: ${path} has another content`);
    }
  }
  return files.length;
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
