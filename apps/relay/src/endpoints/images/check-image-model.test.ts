import { AppError } from '@tollgate/errors';
import { aModel } from '../../../test/support/build-calls';
import { checkImageModel } from './check-image-model';

function judge(model: Parameters<typeof aModel>[0], hasInputs = false): string {
  try {
    checkImageModel(aModel(model), hasInputs);
  } catch (error) {
    if (error instanceof AppError) return error.reason;
  }
  return 'accepted';
}

describe('the model of an image request', () => {
  it('makes images, alone or beside text', () => {
    expect(judge({ kind: 'image' })).toBe('accepted');
    expect(judge({ kind: 'chat', outputModalities: ['text', 'image'] })).toBe('accepted');
    expect(judge({ kind: 'chat' })).toBe('model_endpoint_mismatch');
    expect(judge({ kind: 'speech' })).toBe('model_endpoint_mismatch');
    expect(judge({ kind: 'video' })).toBe('wrong_endpoint_for_video');
  });

  it('accepts input images only if it supports them', () => {
    expect(judge({ kind: 'image', inputModalities: ['text', 'image'] }, true)).toBe('accepted');
    expect(judge({ kind: 'image', inputModalities: ['text'] }, true)).toBe(
      'input_images_not_supported',
    );
  });
});
