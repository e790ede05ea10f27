import type { Dialect } from '@tollgate/model-spec';
import { editJson, maskKeys } from '@tollgate/model-kit';
import { renderUsage } from './render-usage';
import { formatResponseId } from './write-response';

const failedStatus = /"status"\s*:\s*"failed"/;

/** An upstream's response as the client sees it: id, model and usage are ours. */
export const passResponse: Dialect['passResponse'] = (bodyText, { face }, settled) =>
  editJson(
    // A provider's error text may contain the provider key.
    failedStatus.test(bodyText) ? maskKeys(bodyText) : bodyText,
    new Map([
      ['id', JSON.stringify(formatResponseId(face.ulid))],
      ['model', JSON.stringify(face.model)],
      ['usage', JSON.stringify(renderUsage(settled))],
    ]),
  );
