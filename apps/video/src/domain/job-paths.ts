import { idPrefixes, isId } from '@tollgate/ids';
import type { JobAlias } from './job';

export function formatJobId(ulid: string): string {
  return idPrefixes.videoJob + ulid;
}

/** The ULID of `vjob_…`; undefined when the text is no job id. */
export function parseJobId(text: string): string | undefined {
  return isId('videoJob', text) ? text.slice(idPrefixes.videoJob.length) : undefined;
}

export function getPollingPath(alias: JobAlias, ulid: string): string {
  return `/v1/${alias}/${formatJobId(ulid)}`;
}

export function getContentPath(alias: JobAlias, ulid: string, index: number): string {
  return `${getPollingPath(alias, ulid)}/content?index=${index}`;
}

/** Where the copy of an output is kept. */
export function getOutputKey(ulid: string, index: number): string {
  return `videos/${ulid.toLowerCase()}/${index}.mp4`;
}
