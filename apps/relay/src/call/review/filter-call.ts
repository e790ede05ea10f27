import type {
  RuleHit,
  RuleSet,
  ScannedText,
  ScanOptions,
  ScanResult,
} from '@tollgate/content-rules';
import { AppError } from '@tollgate/errors';
import { hasTokenPrompt, listTexts, replaceTexts, type PlacedText } from './request-texts';
import type { ParsedCall } from '../receive/received-call';

/** The result of an organization's content rules. */
export interface FilteredCall {
  /** The same call, or a rewritten one when a rule redacted it. */
  readonly call: ParsedCall;
  readonly hits: readonly RuleHit[];
  /** Set when a rule blocks the call. */
  readonly refusal: AppError | undefined;
}

/** Only conversations are covered. */
const coveredTypes = new Set(['chat', 'responses', 'messages', 'completions']);

/** Scans texts; synchronously where that is quick. Raises: overloaded. */
export type ScanTexts = (
  rules: RuleSet,
  texts: readonly ScannedText[],
  options: ScanOptions,
) => ScanResult | Promise<ScanResult>;

/** Applies the content rules of the caller's organization. */
export async function filterCall(call: ParsedCall, scan: ScanTexts): Promise<FilteredCall> {
  const { policy, request } = call;
  if (policy.rules === null || !coveredTypes.has(request.apiType)) {
    return { call, hits: [], refusal: undefined };
  }
  if (hasTokenPrompt(request.apiType, request.body)) {
    return { call, hits: [], refusal: makeUnreadableError() };
  }
  const places = listTexts(request.apiType, request.body);
  const result = await scan(policy.rules, places, { teamId: policy.teamId });
  const { action, hits } = result;
  if (action === 'block') return { call, hits, refusal: makeRefusal(hits) };
  return {
    call: action === 'redact' ? rewrite(call, places, result) : call,
    hits,
    refusal: undefined,
  };
}

/** Redacts the request to the provider. */
function rewrite(
  call: ParsedCall,
  places: readonly PlacedText[],
  { texts }: ScanResult,
): ParsedCall {
  const body = replaceTexts(call.request.body, places, texts);
  const raw = { body, bodyText: JSON.stringify(body), clientHeaders: call.clientHeaders };
  return { ...call, ...raw, request: call.endpoint.parse(raw) };
}

function makeUnreadableError(): AppError {
  const message = 'prompt: content rules of your organization cannot read token ids, send text';
  return AppError.forParam('unsupported_param', 'prompt', message);
}

function makeRefusal(hits: readonly RuleHit[]): AppError {
  const blocking = hits.filter(({ rule }) => rule.action === 'block' && !rule.isShadow);
  const rule = blocking.find((hit) => hit.rule.template !== 'prompt_injection')?.rule;
  if (rule !== undefined) {
    return new AppError('content_filter', {
      message: 'The prompt was blocked by a content rule of your organization.',
      type: 'permission_error',
      metadata: { rule_id: rule.id },
    });
  }
  return new AppError('invalid_prompt', {
    message: 'The prompt looks like an attempt to override its instructions.',
    metadata: { rule_id: blocking[0]?.rule.id },
  });
}
