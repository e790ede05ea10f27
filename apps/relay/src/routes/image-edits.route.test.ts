import { receiveMultipart, writeMultipart } from '@tollgate/multipart';
import { imageFormLimits } from './image-edits.route';

const receive = (values: readonly string[]): ReturnType<typeof receiveMultipart> => {
  const parts = values.map((value, index) => ({ name: `field-${index}`, value }));
  const { contentType, open } = writeMultipart(parts);
  const request = Object.assign(open(), { headers: { 'content-type': contentType } });
  return receiveMultipart(request, imageFormLimits);
};

describe('a form with images', () => {
  it('has room for the longest prompt in any script', async () => {
    const { fields } = await receive(['字'.repeat(32_000)]);
    expect(fields.get('field-0')).toHaveLength(1);
  });

  it('keeps less in memory than one of its images: it is the files that may be large', async () => {
    const values = Array.from({ length: 60 }, () => 'x');
    await expect(receive(values)).rejects.toMatchObject({ fault: 'too_many_fields' });
    const long = 'x'.repeat(1_000_000);
    await expect(receive([long])).rejects.toMatchObject({ fault: 'field_too_large' });
    const { fieldBytesMax, fieldsMax, fileBytesMax } = imageFormLimits;
    expect(fieldsMax * fieldBytesMax).toBeLessThan(fileBytesMax);
  });
});
