// What historico.html shows: the events of the month, and those of the registers that it rests on. Source: docs/dossie.md.
import type { Competence } from '../domain/kernel/competence.js';
import type { Recorded } from '../domain/kernel/event.js';
import type { ReconciliationStatus } from '../domain/reconciliation/states.js';
import type { Manifest } from './manifest.js';
import { statusesOf, type TableSource } from './tables.js';

export type MonthHistory = Readonly<{
  events: readonly Recorded[];
  registers: readonly Recorded[];
  statuses: ReadonlyMap<ReconciliationStatus, number>;
}>;

/** What the page says. */
export type HistoryPage = MonthHistory &
  Pick<Manifest, 'company' | 'competence' | 'closed' | 'checkpoint' | 'lastEvent'>;

export function historyOf(source: TableSource): MonthHistory {
  const { events, competence } = source;
  const shown = events.filter(
    ({ stream, data }) => !stream.startsWith('deployment') && !(data instanceof Uint8Array),
  );
  const isRegister = ({ stream }: Recorded): boolean => /^(client|chart)-/.test(stream);
  return {
    events: shown.filter((event) => !isRegister(event) && isOf(event, competence)),
    registers: shown.filter(isRegister),
    statuses: statusesOf(source),
  };
}

/** A refusal without a month, as the file may have named none, is shown too. */
function isOf({ data }: Recorded, competence: Competence): boolean {
  const { competence: said } = data as { competence?: string | null };
  return said === null || said === competence;
}
