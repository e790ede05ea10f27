import type { ReactNode } from 'react';
import { t } from '../../i18n/language';
import { Button } from '../../ui/button';
import { FileField } from '../../ui/file-field';
import { showToast } from '../../ui/toast';

export interface ChosenImage {
  readonly name: string;
  /** A `data:` URL. */
  readonly url: string;
}

const bytesMax = 4 * 1024 * 1024;

/** An image to send along. The policy of the page forbids to show it: it would be a `data:` URL. */
export function ImageField({
  image,
  onChange,
}: {
  readonly image: ChosenImage | undefined;
  readonly onChange: (image: ChosenImage | undefined) => void;
}): ReactNode {
  if (image !== undefined) {
    return (
      <div className="flex items-center gap-2">
        <span>{t('{name} is sent along.', { name: image.name })}</span>
        <Button onClick={() => onChange(undefined)}>{t('Remove the image')}</Button>
      </div>
    );
  }
  return (
    <FileField
      label={t('Image')}
      accept="image/png,image/jpeg,image/webp,image/gif"
      hint={t('At most 4 MB. Only models that take images accept it.')}
      onFile={(file) => {
        if (file.size > bytesMax) {
          showToast(t('This image is larger than 4 MB.'));
          return;
        }
        const reader = new FileReader();
        reader.addEventListener('load', () => {
          if (typeof reader.result === 'string') onChange({ name: file.name, url: reader.result });
        });
        reader.readAsDataURL(file);
      }}
    />
  );
}
