import { asFieldList, asFields, type Fields } from '@tollgate/model-kit';
import { makeFailed, parseJobAnswer, readOutputUrl } from '../read-job';
import type { VideoOutput, VideoProtocol, VideoVerdict } from '../video-protocol';
import { policyWords } from './map-error';
import { signGoogleRequest } from '../sign-request';

type Target = Parameters<VideoProtocol['readPoll']>[1];

export const readPoll: VideoProtocol['readPoll'] = ({ status, text }, target, upstreamJobId) => {
  const operation = status === 200 ? parseJobAnswer(text) : undefined;
  if (operation === undefined || operation['name'] !== upstreamJobId) return { kind: 'unknown' };
  const { done = false } = operation;
  if (done === false) return { kind: 'running', progress: undefined };
  if (done !== true) return { kind: 'unknown' };
  if (operation['error'] !== undefined) {
    const { code, message } = asFields(operation['error']);
    return makeFailed({ code: String(code), message }, target, policyWords);
  }
  return readDone(asFields(asFields(operation['response'])['generateVideoResponse']), target);
};

/** Filtered outputs are a failure; an answer without outputs is unclear. */
function readDone(response: Fields, target: Target): VideoVerdict {
  const outputs = asFieldList(response['generatedSamples']).flatMap(({ video }) =>
    readOutput(asFields(video)['uri'], target),
  );
  if (outputs.length > 0) {
    return { kind: 'completed', outputs, seconds: undefined, nativeReason: 'done' };
  }
  const { raiMediaFilteredReasons: reasons } = response;
  if (!Array.isArray(reasons) || reasons.length === 0) return { kind: 'unknown' };
  const error = { code: 'raiMediaFiltered', message: (reasons as unknown[])[0] };
  return makeFailed(error, target, /raiMediaFiltered/);
}

const downloads = '/download';

/**
 * Only the provider itself gets the key. Its URL of a file redirects to the one below `/download`,
 * and redirects are not followed here.
 */
function readOutput(uri: unknown, target: Target): VideoOutput[] {
  const output = readOutputUrl(uri);
  if (output?.kind !== 'url') return [];
  const url = new URL(output.url);
  if (url.host !== new URL(target.baseUrl).host) return [output];
  if (!url.pathname.startsWith(`${downloads}/`)) url.pathname = downloads + url.pathname;
  const headers = { ...signGoogleRequest(target), accept: 'video/mp4' };
  return [{ kind: 'request', request: { method: 'GET', url: url.href, headers } }];
}
