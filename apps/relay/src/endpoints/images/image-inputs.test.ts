import { AppError } from '@tollgate/errors';
import { checkGivenImages, checkImageInputs } from './image-inputs';

function judge(check: () => unknown): string {
  try {
    check();
    return 'accepted';
  } catch (error) {
    return AppError.from(error).reason;
  }
}

const picture = 'https://pictures.example/gate.png';
const inside = ['http://pictures.example/a.png', 'https://127.0.0.1/a.png', 'file:///etc/passwd'];

describe('images within a request for images', () => {
  it.each([
    {},
    { image: null },
    { image: picture },
    { image: [picture, { url: picture }] },
    { image_url: { url: picture } },
    { images: [{ image_url: picture }, { image_url: { url: picture } }, { file_id: 'file-1' }] },
    { image: 'data:image/png;base64,iVBORw0KGgo=' },
  ])('may be addresses that a provider may fetch: %j', (body) => {
    expect(judge(() => checkGivenImages(body))).toBe('accepted');
  });

  it.each(inside)('are never %s, which a provider could be sent to for us', (url) => {
    for (const image of [url, [url], { url }, { image_url: url }, { image_url: { url } }])
      for (const name of ['image', 'images', 'image_url'])
        expect(judge(() => checkGivenImages({ [name]: image }))).toBe('invalid_image_url');
  });

  it('are at most eight, and nothing that can carry a script', () => {
    const nine = Array.from({ length: 9 }, () => picture);
    expect(judge(() => checkGivenImages({ image: nine }))).toBe('too_many_images');
    const drawing = 'data:image/svg+xml;base64,PHN2Zz4=';
    expect(judge(() => checkGivenImages({ image: drawing }))).toBe('invalid_image_type');
  });
});

describe('images within a chat', () => {
  it.each(inside)('are never %s', (url) => {
    const content = [
      { type: 'text', text: 'Paint it' },
      { type: 'image_url', image_url: { url } },
    ];
    const check = (): number => checkImageInputs({ messages: [{ role: 'user', content }] });
    expect(judge(check)).toBe('invalid_image_url');
  });
});
