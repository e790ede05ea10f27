import type { UpstreamTarget } from '@tollgate/model-spec';

/** Whether `plugins` of a request are forwarded: others would refuse the field. */
export function takesPlugins({
  supportedParameters,
  takesPlugins: isSent = false,
}: Pick<UpstreamTarget, 'supportedParameters' | 'takesPlugins'>): boolean {
  return isSent || supportedParameters.includes('plugins');
}
