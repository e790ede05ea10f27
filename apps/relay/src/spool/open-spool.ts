import { SettingError } from '@tollgate/config';
import type { Logger } from '@tollgate/observability';
import { Spool, SpoolInUseError } from '@tollgate/spool';

const hourMs = 60 * 60 * 1_000;
/** What the system says of a directory that cannot be made, read or written. */
const unusable = new Set([
  'EACCES',
  'EEXIST',
  'EISDIR',
  'ENOENT',
  'ENOSPC',
  'ENOTDIR',
  'EPERM',
  'EROFS',
]);

interface SpoolConfig {
  readonly spoolDirectory: string;
  readonly spoolBytesMax: number;
  readonly spoolKeepHours: number;
  readonly spoolKeepBytesMax: number;
}

/** A directory that cannot be used is a fault of its setting. */
export async function openSpool(config: SpoolConfig, logger: Logger): Promise<Spool> {
  const { spoolDirectory: directory } = config;
  try {
    return await Spool.openShared({
      directory,
      bytesMax: config.spoolBytesMax,
      keep: { ms: config.spoolKeepHours * hourMs, bytesMax: config.spoolKeepBytesMax },
      logger,
    });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!(error instanceof SpoolInUseError) && !unusable.has(code ?? '')) throw error;
    throw new SettingError(
      'SPOOL_DIR must be a directory of this relay alone in which it may write, ' +
        `not ${JSON.stringify(directory)}: ${message}`,
      { cause: error },
    );
  }
}
