// Progress reports of running projections, for health, metrics and read-your-writes.

/** `catchingUp`: has not reached the end of the log since the start. `retrying`: a store is unavailable. `failed`: stopped by an event. */
export type ProjectionPhase = 'catchingUp' | 'live' | 'retrying' | 'failed';

/** `position` of the last projected event; `events`: handled in this run; `error` of the last two phases. */
export type ProjectionProgress = Readonly<{
  projection: string;
  phase: ProjectionPhase;
  position: number;
  events: number;
  error: string | null;
}>;

export type OnProgress = (progress: ProjectionProgress) => void;

/** Names the event that stopped a projection, without its data. */
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
