// What historico.html tells: the events of the month, and those of the registers that it rests on. Source: docs/dossie.md.
import type { Competence } from '../domain/kernel/competence.js';
import type { Recorded } from '../domain/kernel/event.js';
import type { ReconciliationStatus } from '../domain/reconciliation/states.js';
import type { Manifest } from './manifest.js';
import { statusesOf, type TableSource } from './tables.js';

export type Told = Readonly<{
  events: readonly Recorded[];
  registers: readonly Recorded[];
  statuses: ReadonlyMap<ReconciliationStatus, number>;
}>;

/** What the page says. */
export type HistoryPage = Told & Pick<Manifest, 'company' | 'competence' | 'closed' | 'checkpoint'>;

export function toldBy(source: TableSource): Told {
  const { events, competence } = source;
  const told = events.filter(
    ({ stream, data }) => !stream.startsWith('deployment') && !(data instanceof Uint8Array),
  );
  const isRegister = ({ stream }: Recorded): boolean => /^(client|chart)-/.test(stream);
  return {
    events: told.filter((event) => !isRegister(event) && isOf(event, competence)),
    registers: told.filter(isRegister),
    statuses: statusesOf(source),
  };
}

/** A refused file may have said no month: it is told too. */
function isOf({ data }: Recorded, competence: Competence): boolean {
  const { competence: said } = data as { competence?: string | null };
  return said === null || said === competence;
}
