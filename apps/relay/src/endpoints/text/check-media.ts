import { AppError } from '@tollgate/errors';
import { isPublicUrl } from '@tollgate/outbound';
import { isFields } from '@tollgate/model-kit';
import { hasWord, type WrittenBody } from '../../domain/find-words';

/** A cheap check first: most requests contain no media. */
const mediaWords = ['image_url', 'video_url', 'input_image', 'source'];
/** Fields with a media address, in all dialects: as a string, or as the `url` of an object. */
const addressNames = new Set(['image_url', 'video_url']);
/** Arguments of tool calls may use any names. */
const argumentNames = new Set(['input', 'arguments', 'tool_calls']);
const depthMax = 8;

/**
 * Media addresses that a provider will fetch must be public, as far as that is known without a DNS
 * lookup. Raises: invalid_image_url.
 */
export function checkMedia(request: WrittenBody): void {
  if (!hasWord(request, mediaWords)) return;
  for (const field of ['messages', 'input']) visit(request.body[field], field, 0);
}

function visit(value: unknown, path: string, depth: number): void {
  if (depth > depthMax) return;
  if (Array.isArray(value)) {
    value.forEach((member, index) => visit(member, `${path}.${index}`, depth + 1));
    return;
  }
  if (!isFields(value)) return;
  for (const [name, member] of Object.entries(value)) {
    const place = `${path}.${name}`;
    if (addressNames.has(name)) checkAddress(isFields(member) ? member['url'] : member, place);
    else if (!argumentNames.has(name)) visitMember(name, member, place, depth);
  }
}

/** `source` is media only as an object: as a string it is the source of a citation. */
function visitMember(name: string, member: unknown, place: string, depth: number): void {
  if (name === 'source' && isFields(member)) checkAddress(member['url'], place);
  visit(member, place, depth + 1);
}

function checkAddress(url: unknown, param: string): void {
  if (typeof url !== 'string' || /^data:/i.test(url) || isPublicUrl(url)) return;
  throw new AppError('invalid_image_url', {
    message: `${param}: must be a public http(s) address or a base64 data URI`,
    param,
  });
}
