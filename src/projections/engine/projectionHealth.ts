// The last progress report of each projection, for /health/ready and /metrics.
import type { ProjectionProgress } from './progress.js';

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
