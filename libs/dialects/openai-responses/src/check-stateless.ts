import { AppError } from '@tollgate/errors';
import { asFieldList, type Fields } from '@tollgate/model-kit';

const remedy = 'Set store:false and resend full items';
const wholeItems =
  'This API is stateless: send whole items (AI SDK: providerOptions.openai.store = false)';

/** Fields that refer to stored state: the gateway stores nothing. */
const keptFields = ['previous_response_id', 'conversation', 'prompt'] as const;

/** Raises invalid_prompt. */
export function checkStateless(body: Fields): void {
  const kept = keptFields.find((name) => body[name] != null);
  if (kept !== undefined) {
    throw new AppError('invalid_prompt', {
      message: `${kept} is not supported. ${remedy}`,
      param: kept,
    });
  }
  if (body['store'] === true) {
    throw new AppError('invalid_prompt', { message: remedy, param: 'store' });
  }
  const place = asFieldList(body['input']).findIndex(({ type }) => type === 'item_reference');
  if (place !== -1) {
    throw new AppError('invalid_prompt', { message: wholeItems, param: `input.${place}` });
  }
}
