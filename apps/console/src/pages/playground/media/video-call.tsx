import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { read } from '../../../api/client';
import { getVideo } from '../../../api/generated/sdk.gen';
import type { Video } from '../../../api/generated/types.gen';
import { formatUsdExact } from '../../../format/money';
import { t } from '../../../i18n/language';
import { Meter } from '../../../ui/meter';
import { TextArea, TextField } from '../../../ui/field';
import { QueryView } from '../../../ui/query-view';
import { VideoFiles } from '../../videos/video-player';
import { CallFrame, type MediaProps } from './call-frame';

const path = '/v1/videos';
const refreshMs = 2_000;
const secondsMax = 60;

export function VideoCall({ model, onModel }: MediaProps): ReactNode {
  const [prompt, setPrompt] = useState('');
  const [seconds, setSeconds] = useState('');
  const body = { model, prompt, ...(seconds === '' ? {} : { duration: Number(seconds) }) };
  return (
    <CallFrame
      {...{ model, onModel }}
      modality="video"
      call={prompt.trim() === '' ? undefined : { path, body, startsJob: true }}
      snippet={{ path, body }}
      read={async (response) => {
        const { id } = (await response.json()) as Video;
        return { content: <Job key={id} id={id} />, cost: undefined };
      }}
    >
      <TextArea
        label={t('Prompt')}
        value={prompt}
        onChange={(event) => setPrompt(event.target.value)}
      />
      <TextField
        label={t('Length (s)')}
        type="number"
        min={1}
        max={secondsMax}
        value={seconds}
        hint={t('Empty: the usual length of the model.')}
        onChange={(event) => setSeconds(event.target.value)}
      />
    </CallFrame>
  );
}

/** The job goes on without this page; it is in the list of video jobs. */
function Job({ id }: { readonly id: string }): ReactNode {
  const video = useQuery({
    queryKey: ['video', id],
    queryFn: () => read(getVideo({ path: { id } })),
    refetchInterval: ({ state }) => (hasEnded(state.data) ? false : refreshMs),
  });
  return (
    <QueryView query={video}>
      {(job) => (
        <div className="grid gap-2">
          <JobResult job={job} />
          <Link to="/videos">{t('All video jobs')}</Link>
        </div>
      )}
    </QueryView>
  );
}

function JobResult({ job }: { readonly job: Video }): ReactNode {
  const { error, progress = 0, status, usage } = job;
  if (status === 'failed') {
    return (
      <p role="alert" className="text-bad">
        ⚠ {error ?? t('The video could not be made. It is not charged.')}
      </p>
    );
  }
  if (status !== 'completed') {
    return <Meter label={t('Progress')} used={progress} limit={100} text={`${progress} %`} />;
  }
  return (
    <>
      <p>{t('The video is ready and cost {usd}.', { usd: formatUsdExact(usage?.cost ?? 0) })}</p>
      <VideoFiles job={job} />
    </>
  );
}

function hasEnded(video: Video | undefined): boolean {
  return video?.status === 'completed' || video?.status === 'failed';
}
