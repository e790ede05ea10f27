import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ComponentType, type ReactNode } from 'react';
import { t } from '../../i18n/language';
import { SelectField } from '../../ui/field';
import { Page } from '../../ui/page';
import { Tabs } from '../../ui/tabs';
import { Chat } from './chat';
import { dialects } from './dialects/dialects';
import type { MediaProps } from './media/call-frame';
import { ImageCall } from './media/image-call';
import { SpeechCall } from './media/speech-call';
import { TranscriptionCall } from './media/transcription-call';
import { VideoCall } from './media/video-call';
import { useModels } from './model-field';
import type { PlaygroundKind } from './playground-kinds';
import { accountCredential } from './token';

type MediaKind = Exclude<PlaygroundKind, 'chat'>;

const mediaCalls: Readonly<Record<MediaKind, ComponentType<MediaProps>>> = {
  image: ImageCall,
  speech: SpeechCall,
  transcription: TranscriptionCall,
  video: VideoCall,
};

/** Try a model: the answer as it comes, its cost, and the same call as a program. */
export function PlaygroundPage(): ReactNode {
  const { kind = 'chat' } = useSearch({ from: '/shell/playground' });
  return (
    <Page
      title={t('Playground')}
      lead={t('Calls are charged to your account, like those of a key.')}
    >
      <Tabs
        label={t('What to make')}
        tabs={Object.entries(nameKinds()).map(([value, title]) => ({
          title,
          link: {
            to: '/playground',
            search: { kind: value === 'chat' ? undefined : (value as MediaKind) },
            activeOptions: { explicitUndefined: true },
          },
        }))}
      />
      {kind === 'chat' ? <ChatTab /> : <MediaTab key={kind} kind={kind} />}
    </Page>
  );
}

function nameKinds(): Readonly<Record<PlaygroundKind, string>> {
  return {
    chat: t('Chat'),
    image: t('Image'),
    speech: t('Speech'),
    transcription: t('Transcription'),
    video: t('Video'),
  };
}

interface Choice {
  readonly model?: string;
  readonly dialect?: string;
}

function useChoose(): (choice: Choice) => void {
  const navigate = useNavigate({ from: '/playground' });
  return (choice) =>
    void navigate({ search: (former) => ({ ...former, ...choice }), replace: true });
}

function ChatTab(): ReactNode {
  const { dialect = 'Chat Completions', model = 'auto' } = useSearch({ from: '/shell/playground' });
  const choose = useChoose();
  return (
    <Chat
      credential={accountCredential}
      model={model}
      onModel={(value) => choose({ model: value })}
      dialects={dialects.filter(({ name }) => dialect === 'all' || name === dialect)}
      hasReceipts
    >
      <SelectField
        label={t('Dialect')}
        value={dialect}
        options={{
          ...Object.fromEntries(dialects.map(({ name }) => [name, name])),
          all: t('all three side by side (three calls)'),
        }}
        onChange={({ target: { value } }) => choose({ dialect: value })}
      />
    </Chat>
  );
}

/** The first model of the catalog that makes this kind is chosen at the start. */
function MediaTab({ kind }: { readonly kind: MediaKind }): ReactNode {
  const { model } = useSearch({ from: '/shell/playground' });
  const choose = useChoose();
  const models = useModels(kind);
  const first = models.data?.data[0]?.id;
  const MediaCall = mediaCalls[kind];
  return <MediaCall model={model ?? first ?? ''} onModel={(value) => choose({ model: value })} />;
}
