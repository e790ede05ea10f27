import type { EnvReader } from '@tollgate/config';

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

export interface OnceSettings {
  /** Of one kept answer. */
  readonly answerBytesMax: number;
  /** Of all kept answers of this relay. */
  readonly bytesMax: number;
}

/** Room for the answers of calls with an `Idempotency-Key`. */
export function readOnceSettings(env: EnvReader): OnceSettings {
  const answerKibibytes = env.number('IDEMPOTENT_ANSWER_KB_MAX', {
    about: 'largest answer that is kept in Redis for an hour, compressed, for an Idempotency-Key',
    fallback: 4 * kibibyte,
    min: 1,
    max: 16 * kibibyte,
  });
  const mebibytes = env.number('IDEMPOTENT_ANSWERS_MB_MAX', {
    about: 'room in Redis for such answers of this relay; one wallet gets a quarter of it',
    fallback: 128,
    min: 0,
    max: 1024 * 1024,
  });
  return { answerBytesMax: answerKibibytes * kibibyte, bytesMax: mebibytes * mebibyte };
}
