// Progress reports of running projections, for health, metrics and read-your-writes.

/** `catchingUp`: behind since the start. `retrying`: a store is away. `failed`: stopped for good, by an event. */
export type ProjectionPhase = 'catchingUp' | 'live' | 'retrying' | 'failed';

/** `position`: how far the log is shown; `events`: handled so far in this run; `error` for the last two phases. */
export type Progress = Readonly<{
  projection: string;
  phase: ProjectionPhase;
  position: number;
  events: number;
  error: string | null;
}>;

export type OnProgress = (progress: Progress) => void;

/** The event that stopped a projection. Its data stays out, as of any log line. */
export class ProjectionFailed extends Error {
  override readonly name = 'ProjectionFailed';
  constructor(
    readonly projection: string,
    readonly position: number,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
