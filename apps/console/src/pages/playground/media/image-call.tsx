import { useState, type ReactNode } from 'react';
import type { ImageList } from '../../../api/generated/types.gen';
import { t } from '../../../i18n/language';
import { SelectField, TextArea } from '../../../ui/field';
import { CallFrame, type MediaProps } from './call-frame';

const path = '/v1/images/generations';
const sizes = ['1024x1024', '1536x1024', '1024x1536'];

export function ImageCall({ model, onModel }: MediaProps): ReactNode {
  const [prompt, setPrompt] = useState('');
  const [size, setSize] = useState('1024x1024');
  const body = { model, prompt, size };
  return (
    <CallFrame
      {...{ model, onModel }}
      modality="image"
      call={prompt.trim() === '' ? undefined : { path, body }}
      snippet={{ path, body }}
      read={async (response) => {
        const { data, usage } = (await response.json()) as ImageList;
        return {
          content: <Images urls={data.map(({ url }) => url)} prompt={prompt} />,
          cost: usage.cost,
        };
      }}
    >
      <TextArea
        label={t('Prompt')}
        value={prompt}
        onChange={(event) => setPrompt(event.target.value)}
      />
      <SelectField
        label={t('Size')}
        value={size}
        options={Object.fromEntries(sizes.map((each) => [each, each]))}
        onChange={(event) => setSize(event.target.value)}
      />
    </CallFrame>
  );
}

function Images({
  prompt,
  urls,
}: {
  readonly urls: readonly string[];
  readonly prompt: string;
}): ReactNode {
  return (
    <>
      {urls.map((url) => (
        <img key={url} src={toOwnHost(url)} alt={prompt} className="max-w-full rounded" />
      ))}
      <p className="text-muted text-xs">{t('The address of an image works for an hour.')}</p>
    </>
  );
}

/** The page may show images of its own host only, and the gateway may have another name. */
function toOwnHost(url: string): string {
  const { pathname, search } = new URL(url, location.origin);
  return pathname + search;
}
