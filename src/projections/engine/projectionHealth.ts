// The last progress report of each projection, for /health/ready and /metrics.
import type { ProjectionPhase, Progress } from './progress.js';

export type ProjectionHealth = Readonly<{
  projection: string;
  phase: ProjectionPhase;
  /** Projected up to here. */
  position: number;
  events: number;
  error: string | null;
}>;

export type HealthOfProjections = Readonly<{
  note(progress: Progress): void;
  all(): readonly ProjectionHealth[];
  /** Stopped by an event; needs an operator. */
  failed(): readonly ProjectionHealth[];
}>;

export function createHealthOfProjections(names: readonly string[]): HealthOfProjections {
  const states = new Map<string, ProjectionHealth>(
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
