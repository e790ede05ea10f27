import { readBearer, type Protocol } from '../../protocol';
import { findAuthFault, readAccessKeyId } from './check-signature';
import { readRequest } from './read-request';
import { renderAnswer } from './render-answer';
import { errors } from './render-error';
import { renderStream } from './render-stream';

/** Converse and ConverseStream. */
export const bedrock: Protocol = {
  idPrefix: 'bedrock-',
  // An API key of Bedrock, or the id of credentials that sign.
  readKey: (headers) => readBearer(headers) || readAccessKeyId(headers),
  readRequest,
  findAuthFault,
  renderAnswer,
  renderStream,
  errors,
};
