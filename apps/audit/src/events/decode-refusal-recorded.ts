import { RefusalRecorded } from '@tollgate/contracts';
import {
  figureUnits,
  refusalScopes,
  type Refusal,
  type RefusalFigures,
  type RefusalScope,
} from '../domain/refusal';
import { checkId, checkTime, toStorable, type Traceable } from './event-fields';

/** Throws for bytes that are not a refusal event. */
export function decodeRefusalRecorded(payload: Uint8Array): Refusal & Traceable {
  const event = RefusalRecorded.decode(payload);
  return {
    requestId: checkId(event.requestId),
    occurredAt: checkTime(event.occurredAt),
    callerId: checkId(event.callerId),
    userId: toStorable(event.userId),
    orgId: toStorable(event.orgId),
    teamId: toStorable(event.teamId),
    memberId: toStorable(event.memberId),
    keyId: toStorable(event.keyId),
    httpRoute: toStorable(event.httpRoute),
    model: toStorable(event.model),
    status: event.status,
    code: checkId(event.code),
    scope: checkScope(event.scope),
    message: toStorable(event.message),
    figures: readFigures(event.figuresJson),
    resetsAt: event.resetsAt ?? null,
    ruleId: toStorable(event.ruleId),
    categories: event.categories.map(toStorable),
    leftOut: event.leftOut,
    traceParent: event.traceparent,
  };
}

function checkScope(text: string): RefusalScope {
  const scope = refusalScopes.find((known) => known === text);
  if (scope === undefined) throw new RangeError('the scope of the refusal is unknown');
  return scope;
}

const numberNames = ['limit', 'used', 'reserved', 'available', 'required'] as const;

/** Keeps known fields only. */
function readFigures(json: string): RefusalFigures | null {
  if (json === '') return null;
  const given = Object(JSON.parse(json)) as Record<string, unknown>;
  const unit = figureUnits.find((known) => known === given['unit']);
  if (unit === undefined) throw new RangeError('the unit of the figures is unknown');
  const { window } = given;
  const numbers = numberNames.filter((name) => Number.isFinite(given[name]));
  return {
    unit,
    ...(typeof window === 'string' && { window: toStorable(window) }),
    ...Object.fromEntries(numbers.map((name) => [name, given[name]])),
  };
}
