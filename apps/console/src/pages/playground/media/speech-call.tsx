import { useState, type ReactNode } from 'react';
import { t } from '../../../i18n/language';
import { Button } from '../../../ui/button';
import { downloadFile } from '../../../ui/csv';
import { TextArea, TextField } from '../../../ui/field';
import { readCost } from '../send-call';
import { CallFrame, type MediaProps } from './call-frame';

const path = '/v1/audio/speech';

export function SpeechCall({ model, onModel }: MediaProps): ReactNode {
  const [input, setInput] = useState('');
  const [voice, setVoice] = useState('alloy');
  const body = { model, input, voice, response_format: 'mp3' };
  return (
    <CallFrame
      {...{ model, onModel }}
      modality="speech"
      call={input.trim() === '' ? undefined : { path, body }}
      snippet={{ path, body, output: 'speech.mp3' }}
      read={async (response) => ({
        content: <Sound bytes={await response.blob()} />,
        cost: readCost(response),
      })}
    >
      <TextArea
        label={t('Text to speak')}
        value={input}
        onChange={(event) => setInput(event.target.value)}
      />
      <TextField
        label={t('Voice')}
        value={voice}
        onChange={(event) => setVoice(event.target.value)}
      />
    </CallFrame>
  );
}

/** Played by the audio graph: the policy of the page forbids media from memory. */
function Sound({ bytes }: { readonly bytes: Blob }): ReactNode {
  const [isUnplayable, setUnplayable] = useState(false);
  const play = async (): Promise<void> => {
    const context = new AudioContext();
    try {
      const source = context.createBufferSource();
      source.buffer = await context.decodeAudioData(await bytes.arrayBuffer());
      source.connect(context.destination);
      source.addEventListener('ended', () => void context.close());
      source.start();
    } catch {
      setUnplayable(true);
      await context.close();
    }
  };
  return (
    <div className="flex flex-wrap gap-2 items-center">
      <Button onClick={() => void play()}>{t('Play')}</Button>
      <Button onClick={() => downloadFile('speech.mp3', bytes)}>{t('Download')}</Button>
      {isUnplayable && <p role="alert">{t('This browser cannot play the sound. Download it.')}</p>}
    </div>
  );
}
