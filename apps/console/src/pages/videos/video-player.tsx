import { useState, type ReactNode } from 'react';
import { t } from '../../i18n/language';

/** What is needed of a video job: the addresses of its files. */
interface FinishedJob {
  readonly id: string;
  readonly unsigned_urls?: readonly string[];
}

/**
 * The files of a finished job, to play and to download. The gateway serves them itself, so the
 * session cookie is enough and the page's policy needs no other host.
 */
export function VideoFiles({ job }: { readonly job: FinishedJob }): ReactNode {
  return (job.unsigned_urls ?? []).map((url) => <VideoFile key={url} url={url} id={job.id} />);
}

function VideoFile({ id, url }: { readonly id: string; readonly url: string }): ReactNode {
  const [isUnplayable, setUnplayable] = useState(false);
  return (
    <div className="grid gap-2 justify-items-start">
      {isUnplayable ? (
        <p role="alert" className="text-bad">
          ⚠ {t('The video cannot be played. It may have been deleted.')}
        </p>
      ) : (
        // Models make no captions.
        // eslint-disable-next-line jsx-a11y-x/media-has-caption
        <video
          controls
          preload="metadata"
          src={url}
          aria-label={t('Video of job {id}', { id })}
          className="max-w-full max-h-[60dvh]"
          onError={() => setUnplayable(true)}
        />
      )}
      <a href={url} download={`${id}.mp4`}>
        {t('Download')}
      </a>
    </div>
  );
}
