import { useState, type ReactNode } from 'react';
import type { Transcript } from '../../../api/generated/types.gen';
import { t } from '../../../i18n/language';
import { FileField } from '../../../ui/file-field';
import { CallFrame, type MediaProps } from './call-frame';

const path = '/v1/audio/transcriptions';
const bytesMax = 25 * 1024 * 1024;

export function TranscriptionCall({ model, onModel }: MediaProps): ReactNode {
  const [file, setFile] = useState<File>();
  const isTooLarge = file !== undefined && file.size > bytesMax;
  return (
    <CallFrame
      {...{ model, onModel }}
      modality="transcription"
      call={file === undefined || isTooLarge ? undefined : { path, body: makeForm(model, file) }}
      snippet={{ path, body: { model }, file: file?.name ?? 'recording.wav' }}
      read={async (response) => {
        const { text, usage } = (await response.json()) as Transcript;
        return { content: <p className="whitespace-pre-wrap">{text}</p>, cost: usage.cost };
      }}
    >
      <FileField
        label={t('Recording')}
        accept="audio/*"
        hint={t('At most 25 MB.')}
        error={isTooLarge ? t('This recording is larger than 25 MB.') : undefined}
        onFile={setFile}
      />
    </CallFrame>
  );
}

function makeForm(model: string, file: File): FormData {
  const form = new FormData();
  form.append('model', model);
  form.append('file', file);
  return form;
}
