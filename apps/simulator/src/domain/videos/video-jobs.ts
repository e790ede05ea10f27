import type { VideoJob } from './video-job';

const jobsMax = 20_000;
const describedMax = 500;

/** The jobs of all protocols, as long as there is room: the oldest is forgotten first. */
export class VideoJobs {
  readonly #jobs = new Map<string, VideoJob>();
  #begun = 0;
  #polls = 0;
  #downloads = 0;

  add(job: VideoJob): void {
    this.#begun += 1;
    this.#jobs.set(job.id, job);
    if (this.#jobs.size <= jobsMax) return;
    const [oldest = ''] = this.#jobs.keys();
    this.#jobs.delete(oldest);
  }

  find(id: string): VideoJob | undefined {
    return this.#jobs.get(id);
  }

  notePoll(job: VideoJob): number {
    this.#polls += 1;
    job.polls += 1;
    return job.polls;
  }

  noteDownload(job: VideoJob): number {
    this.#downloads += 1;
    job.downloads += 1;
    return job.downloads;
  }

  /** Forgets the counts; jobs go on. */
  reset(): void {
    this.#begun = 0;
    this.#polls = 0;
    this.#downloads = 0;
  }

  /** With a tag, only the jobs with that tag in their prompt. */
  describe(tag: string | undefined): object {
    const jobs = [...this.#jobs.values()].filter(
      ({ script }) => tag === undefined || script.tag === tag,
    );
    return {
      begun: this.#begun,
      polls: this.#polls,
      downloads: this.#downloads,
      jobs: jobs.slice(-describedMax).map((job) => ({
        id: job.id,
        model: job.model,
        protocol: job.protocol,
        tag: job.script.tag,
        seconds: job.seconds,
        polls: job.polls,
        downloads: job.downloads,
      })),
    };
  }
}
