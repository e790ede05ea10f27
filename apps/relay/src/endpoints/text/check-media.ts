import { AppError } from '@tollgate/errors';
import { isPublicUrl } from '@tollgate/outbound';
import { isFields } from '@tollgate/model-kit';
import { hasWord, type WrittenBody } from '../../domain/find-words';

/** A cheap look first: most requests carry no media. */
const mediaWords = ['image_url', 'video_url', 'input_image', 'source'];
/** Where a media address stands, in all dialects: as text, or as the `url` of an object. */
const addressNames = new Set(['image_url', 'video_url']);
/** What a model told a tool is the tool's business, whatever its arguments are called. */
const argumentNames = new Set(['input', 'arguments', 'tool_calls']);
const depthMax = 8;

/**
 * Addresses that a provider will fetch must be public ones, as far as can be told without asking.
 * Raises: invalid_image_url.
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

/** A source is media only as an object: the text of that name says where a quotation is from. */
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
