import type { TranslateInput } from '@tollgate/model-spec';
import { chooseEffort, isQwen3, type Fields } from '@tollgate/model-kit';
import type { ResponseCreateParamsBase } from './wire';

type WireReasoning = Pick<ResponseCreateParamsBase, 'include' | 'reasoning'>;

/** The caller's thinking settings for this protocol; empty when the caller set nothing. */
export function writeReasoning({
  request,
  target,
}: Pick<TranslateInput, 'request' | 'target'>): WireReasoning | Fields {
  const effort = chooseEffort({ request, target });
  if (isQwen3(target)) return { enable_thinking: effort !== undefined };
  const { isHidden, isOff } = request.reasoning;
  if (effort !== undefined) {
    const wire: WireReasoning = {
      reasoning: { effort, ...(isHidden === true ? {} : { summary: 'auto' }) },
      // Nothing is stored upstream: reasoning must be sent back with its content.
      include: ['reasoning.encrypted_content'],
    };
    return wire;
  }
  const isOffKnown = target.supportedParameters.includes('reasoning_effort');
  return isOff === true && isOffKnown ? { reasoning: { effort: 'none' } } : {};
}
