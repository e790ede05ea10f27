import type { UpstreamTarget } from '@tollgate/model-spec';
import { asFields, type Fields } from './fields';

/** Every spelling of thinking settings. */
const thinkingFields = [
  'reasoning',
  'reasoning_effort',
  'thinking',
  'thinking_budget',
  'enable_thinking',
] as const;

/** Providers name them with and without the vendor, in upper or lower case. */
const qwen3 = /(?:^|\/)qwen3/i;

/** These models think by default, at twice the price. */
export function isQwen3({ family, upstreamModel }: UpstreamTarget): boolean {
  return family === 'qwen' && qwen3.test(upstreamModel);
}

/** Whether a native body without thinking settings goes to such a model. */
export function needsThinkingOff(target: UpstreamTarget, body: Fields): boolean {
  if (!isQwen3(target) || thinkingFields.some((name) => body[name] != null)) return false;
  return asFields(body['chat_template_kwargs'])['enable_thinking'] == null;
}
