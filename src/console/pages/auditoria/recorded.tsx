// GET /console/auditoria/itens/{id}/{revisao}: a composition or the adjustments of a reconciliation as an event
// recorded them, with the difference to those before. GET /console/auditoria/momento/{id}: a reconciliation as of
// a moment.
import { eventAt } from '../../../commands/kernel/events.js';
import { readNamedParts } from '../../../commands/kernel/parts.js';
import { month, type Competence } from '../../../domain/kernel/competence.js';
import type { Recorded } from '../../../domain/kernel/event.js';
import type { EventLog } from '../../../domain/kernel/log.js';
import type {
  Adjustment,
  CompositionItem,
  CompositionRecorded,
  ReconciliationEvent,
} from '../../../domain/reconciliation/events.js';
import { actedPartsLocation, composedItems } from '../../../domain/reconciliation/parts.js';
import { reconciliationsStream } from '../../../domain/reconciliation/fold.js';
import { wholeNumber } from '../../../messages/formats.js';
import { entriesOf, entryAt } from '../../../projections/views/reconciliationPage/query.js';
import type { WithDebit } from '../../../projections/views/trialBalances/debitOf.js';
import type { StoredReconciliation } from '../../../projections/views/reconciliations/reconciliationRows.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { LinkButton } from '../../design/Form.js';
import { showPage } from '../../design/Page.js';
import { column, Table, type Column } from '../../design/Table.js';
import { Amount, DateTime, sidedText } from '../../design/values.js';
import { queryOf, notFound, parameter, type ConsoleCall } from '../../route.js';
import { pagePath } from '../conciliacao/addresses.js';
import { Sentences } from '../conciliacao/Sections.js';
import { titleOf } from '../conciliacao/View.js';
import { targetOf } from '../conciliacao/actRoutes.js';
import { wordsOf } from '../conciliacao/pageData.js';
import { MOMENT, recordedAddress } from './filter.js';
import { momentFilterIn } from './Moment.js';

type Item = Adjustment & Partial<CompositionItem>;
type RecordedItems = Readonly<{ title: string; at: string; items: readonly Item[]; sumCents: number }>;
type Compared = Item & Readonly<{ change: string }>;

const TITLES = { composed: 'Composição', adjusted: 'Ajustes' } as const;

/** @returns null where the event recorded no items */
async function itemsAt(
  { log }: ConsoleDependencies,
  row: StoredReconciliation,
  revision: number,
): Promise<RecordedItems | null> {
  const stream = reconciliationsStream(row.empresaId, row.competencia as Competence);
  const event = (await eventAt(log, stream, revision)) as Recorded<ReconciliationEvent> | null;
  if (event?.revision !== revision) return null;
  const { at } = event.metadata;
  if (event.type === 'CompositionRecorded') return composedAt(log, event, row.id);
  if (event.type !== 'AdjustmentsRecorded') return null;
  return { title: TITLES.adjusted, at, items: event.data.adjustments, sumCents: event.data.adjustmentsCents };
}

async function composedAt(
  log: EventLog,
  { data, metadata: { at } }: Recorded<CompositionRecorded>,
  reconciliationId: number,
): Promise<RecordedItems | null> {
  const parts = data.parts ? await readNamedParts(log, actedPartsLocation(data)) : [];
  const composed = composedItems(data, parts).find((item) => item.reconciliationId === reconciliationId);
  if (composed === undefined) return null;
  return { title: TITLES.composed, at, items: composed.composition, sumCents: composed.reconciledCents };
}

export async function showRecorded(call: ConsoleCall): Promise<void> {
  const { deps } = call;
  const { row } = await targetOf(call);
  const { clientId } = call.session;
  const revision = Number(/^\d{1,7}$/.exec(parameter(call, 'revisao'))?.[0] ?? notFound());
  const fact = await entryAt(deps.pages.store, clientId, row.id, revision);
  const recorded = fact === null ? null : await itemsAt(deps, row, revision);
  if (fact === null || recorded === null) return notFound();
  const [earlier] = await entriesOf(deps.pages.store, clientId, row.id, { is: fact.is, below: revision });
  const before = earlier === undefined ? null : await itemsAt(deps, row, earlier.revision);
  showPage(call, {
    title: `${recorded.title} de ${titleOf(row)}`,
    actions: <LinkButton href={pagePath(row.id)}>Conciliação de hoje</LinkButton>,
    body: (
      <>
        <p>
          {'Registro de '}
          <DateTime at={recorded.at} />
          {before === null ? ', o primeiro.' : ', no lugar do de '}
          {before !== null && earlier !== undefined && (
            <>
              <a href={recordedAddress(row.id, earlier.revision)}>
                <DateTime at={before.at} />
              </a>
              {`: a soma mudou em ${sidedText(recorded.sumCents - before.sumCents, row)}.`}
            </>
          )}
        </p>
        <ItemTable row={row} recorded={recorded} before={before} />
      </>
    ),
  });
}

const ENTRIES_SHOWN = 1_000;

/** Shows the moment in the address, whose end `em` stands for. */
export async function showAtMoment(call: ConsoleCall): Promise<void> {
  const { deps } = call;
  const { row } = await targetOf(call);
  const { moment, until, written } = momentFilterIn(queryOf(call), deps.clock.now());
  if (moment === null) return notFound();
  const { clientId } = call.session;
  const list = (which: Pick<Parameters<typeof entriesOf>[3], 'is' | 'limit'>) =>
    entriesOf(deps.pages.store, clientId, row.id, { ...which, at: until });
  const [entries, [composed], [adjusted]] = await Promise.all([
    list({ limit: ENTRIES_SHOWN }),
    list({ is: 'composed' }),
    list({ is: 'adjusted' }),
  ]);
  const recordings = await Promise.all(
    [composed, adjusted].map(async (entry) => (entry === undefined ? null : itemsAt(deps, row, entry.revision))),
  );
  const { inWords } = await wordsOf(deps, row, entries);
  const address = new URLSearchParams({ companyId: String(row.empresaId), period: row.competencia, em: written });
  showPage(call, {
    title: titleOf(row),
    actions: <LinkButton href={pagePath(row.id)}>Conciliação de hoje</LinkButton>,
    body: (
      <>
        <p>
          {'Como estava em '}
          <DateTime at={moment} />
          {'. '}
          <a href={`${MOMENT}?${address.toString()}`}>Todas as contas deste momento</a>
        </p>
        {recordings.map(
          (recorded) =>
            recorded !== null && (
              <>
                <h2>{recorded.title}</h2>
                <ItemTable row={row} recorded={recorded} before={null} />
              </>
            ),
        )}
        <h2>Histórico até este momento</h2>
        {entries.length === ENTRIES_SHOWN && (
          <p class="muted">{`Os ${wholeNumber(ENTRIES_SHOWN)} registros mais novos.`}</p>
        )}
        <Sentences entries={entries.map(inWords)} />
      </>
    ),
  });
}

type TableProps = Readonly<{
  row: StoredReconciliation & WithDebit;
  recorded: RecordedItems;
  before: RecordedItems | null;
}>;

const settled: readonly Column<Compared>[] = [
  column('Origem', '', ({ origin }) => (origin === undefined ? '' : month(origin))),
  column('Baixa', '', ['date', ({ settledOn }) => settledOn], { none: '' }),
];

function ItemTable({ row, recorded: { title, items, sumCents }, before }: TableProps) {
  const columns: readonly Column<Compared>[] = [
    column('Descrição', 'long line', ({ description }) => description),
    column('Data', 'nowrap', ['date', ({ date }) => date], { none: '' }),
    column('Documento', '', ['text', (item) => item.document], { none: '' }),
    column('Valor', 'number', ({ amountCents }) => <Amount text={sidedText(amountCents, row)} />),
    ...(title === TITLES.composed ? settled : []),
    ...(before === null ? [] : [column('Mudança', '', ({ change }: Compared) => change)]),
  ];
  const sum: Compared = { description: `Soma de ${wholeNumber(items.length)}`, amountCents: sumCents, change: '' };
  const rows = compared(items, before?.items ?? null);
  return <Table caption={title} columns={columns} rows={rows} foot={sum} empty="Nenhum item." />;
}

/** Those of now, then those that are gone. Equal items are told apart by their number alone. */
function compared(items: readonly Item[], before: readonly Item[] | null): readonly Compared[] {
  const left = (before ?? []).map((item) => ({ item, text: JSON.stringify(item) }));
  const current = items.map((item) => {
    const at = left.findIndex(({ text }) => text === JSON.stringify(item));
    if (at !== -1) left.splice(at, 1);
    return { ...item, change: at === -1 ? 'incluído' : '' };
  });
  return [...current, ...left.map(({ item }) => ({ ...item, change: 'retirado' }))];
}
