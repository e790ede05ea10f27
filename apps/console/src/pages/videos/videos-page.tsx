import { useState, type ReactNode } from 'react';
import { read } from '../../api/client';
import { listVideos } from '../../api/generated/sdk.gen';
import type { ListVideosResponse } from '../../api/generated/types.gen';
import { usePages } from '../../app/use-pages';
import { t } from '../../i18n/language';
import { useNow } from '../../state/now';
import { Badge, type Tone } from '../../ui/badge';
import { Button } from '../../ui/button';
import { CurlLink } from '../../ui/curl-link';
import { Dialog } from '../../ui/dialog';
import { Money } from '../../ui/money';
import { MoreButton } from '../../ui/more-button';
import { Card, Page } from '../../ui/page';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states';
import { Table, type Column } from '../../ui/table';
import { Time } from '../../ui/time';
import { DeletionTime } from './deletion-time';
import { VideoFiles } from './video-player';

type Video = ListVideosResponse['data'][number];

const pageSize = 50;
const refreshMs = 5_000;
const tones: Readonly<Record<Video['status'], Tone>> = {
  pending: 'neutral',
  in_progress: 'warn',
  completed: 'good',
  failed: 'bad',
};

export function VideosPage(): ReactNode {
  const [played, setPlayed] = useState<Video>();
  const videos = usePages(
    ['videos'],
    { limit: pageSize },
    (query) => read(listVideos({ query })),
    // Jobs that run make progress without this page.
    (pages) => (pages.some((page) => page.data.some(isRunning)) ? refreshMs : false),
  );
  const rows = videos.data?.pages.flatMap((page) => page.data);
  return (
    <Page
      title={t('Video jobs')}
      lead={t('Videos are made in the background, and their files are deleted after a while.')}
      actions={<CurlLink path="/v1/videos" query={{ limit: pageSize }} />}
    >
      <Card>
        {videos.isPending && <LoadingState lines={5} />}
        {videos.isError && (
          <ErrorState error={videos.error} onRetry={() => void videos.refetch()} />
        )}
        {rows !== undefined && (
          <Table
            caption={t('Video jobs')}
            columns={columns(setPlayed)}
            rows={rows}
            rowKey={({ id }) => id}
            empty={
              <EmptyState title={t('No video job yet')}>
                {t('POST /v1/videos starts one; it appears here with its progress.')}
              </EmptyState>
            }
          />
        )}
        <MoreButton query={videos} />
      </Card>
      {played !== undefined && (
        <Dialog title={played.model} onClose={() => setPlayed(undefined)}>
          <VideoFiles job={played} />
        </Dialog>
      )}
    </Page>
  );
}

function nameStatus(status: Video['status']): string {
  const names: Readonly<Record<Video['status'], string>> = {
    pending: t('pending'),
    in_progress: t('in progress'),
    completed: t('completed'),
    failed: t('failed'),
  };
  return names[status];
}

function isRunning({ status }: Video): boolean {
  return status === 'pending' || status === 'in_progress';
}

function columns(onPlay: (video: Video) => void): readonly Column<Video>[] {
  return [
    {
      key: 'time',
      title: t('Time'),
      render: (video) => <Time at={new Date(video.created_at * 1_000).toISOString()} />,
    },
    { key: 'model', title: t('Model'), render: ({ model }) => model },
    {
      key: 'status',
      title: t('Status'),
      render: ({ error, progress, status }) => (
        <span className="grid gap-1 justify-items-start">
          <Badge tone={tones[status]}>{nameStatus(status)}</Badge>
          {progress !== undefined && status === 'in_progress' && <span>{progress} %</span>}
          {error !== undefined && <span className="text-bad text-xs">{error}</span>}
        </span>
      ),
    },
    {
      key: 'length',
      title: t('Length (s)'),
      isFigure: true,
      render: ({ duration }) => duration,
    },
    {
      key: 'cost',
      title: t('Cost (USD)'),
      isFigure: true,
      render: ({ usage }) => <Money usd={usage?.cost} />,
    },
    {
      key: 'files',
      title: t('Files'),
      render: ({ expires_at: expiresAt }) => <DeletionTime seconds={expiresAt} />,
    },
    {
      key: 'actions',
      title: t('Actions'),
      render: (video) => <PlayButton video={video} onPlay={onPlay} />,
    },
  ];
}

/** Only while there are files. */
function PlayButton({
  onPlay,
  video,
}: {
  readonly video: Video;
  readonly onPlay: (video: Video) => void;
}): ReactNode {
  const nowMs = useNow();
  const { expires_at: expiresAt, status } = video;
  const isDeleted = expiresAt !== undefined && expiresAt * 1_000 <= nowMs;
  if (status !== 'completed' || isDeleted) return undefined;
  return <Button onClick={() => onPlay(video)}>{t('Play or download')}</Button>;
}
