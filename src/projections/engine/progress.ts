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

/** The last progress report of each projection, for /health/ready and /metrics. */
export type HealthOfProjections = Readonly<{
  note(progress: ProjectionProgress): void;
  all(): readonly ProjectionProgress[];
  /** Stopped by an event; needs an operator. */
  failed(): readonly ProjectionProgress[];
}>;

export function createHealthOfProjections(names: readonly string[]): HealthOfProjections {
  const states = new Map<string, ProjectionProgress>(
    names.map((projection) => [
      projection,
      { projection, phase: 'catchingUp', position: 0, events: 0, error: null },
    ]),
  );
  return {
    note: (progress) => void states.set(progress.projection, progress),
    all: () => [...states.values()],
    failed: () => [...states.values()].filter(({ phase }) => phase === 'failed'),
  };
}
