// GET /console/conciliacoes/{id}: everything about one reconciliation on one page.
import type { Competence } from '../../../domain/kernel/competence.js';
import { exactBalance } from '../../../domain/kernel/money.js';
import { month } from '../../../messages/formats.js';
import { CHANGED_MEANWHILE, closedBand, SEND_AGAIN } from '../../../messages/reconciliationPage.js';
import type { StoredReconciliation } from '../../../projections/views/reconciliations/reconciliationRows.js';
import {
  balanceText,
  Cnpj,
  DateTime,
  DeadlineBadge,
  Errors,
  instantText,
  sidedText,
  StatusBadge,
} from '../../design/values.js';
import type { ConsoleCall } from '../../route.js';
import { Acts } from './Acts.js';
import { pagePath } from './addresses.js';
import { Evidence } from './Evidence.js';
import { Comments, History, Sentences } from './History.js';
import { Items } from './Items.js';
import type { PageData } from './pageData.js';
import type { RefusedAct } from './shown.js';
import { TypedText } from './TypedText.js';
import {
  adjustmentColumns,
  compositionColumns,
  NO_ERRORS,
  rowsOfAdjustments,
  rowsOfComposition,
} from './typedItems.js';

type ViewProps = Readonly<{ call: ConsoleCall; data: PageData; refused: RefusedAct }>;

export function titleOf({ row }: Pick<PageData, 'row'>): string {
  return `${row.contaCodigo} ${row.contaDescricao} – ${month(row.competencia as Competence)}`;
}

export function View({ call, data, refused }: ViewProps) {
  const { row, detail } = data;
  const errorsOf = (act: RefusedAct['act']) => (refused.act === act ? refused.itemErrors : NO_ERRORS);
  return (
    <div class="reconciliation">
      {detail.closedAt !== null && (
        <p class="note" id="fechada">
          {closedBand(row.competencia as Competence, instantText(detail.closedAt), data.frozen)}
        </p>
      )}
      <RefusedAct {...{ call, data, refused }} />
      <Facts data={data} />
      <Amounts row={row} previous={detail.previous} />
      <div class="two-columns">
        <div class="beside">
          <Acts call={call} data={data} />
        </div>
        <div>
          <Items
            {...{ call, data }}
            act="compose"
            title="Composição"
            columns={compositionColumns}
            recorded={rowsOfComposition(detail.composition)}
            sumCents={row.saldoConciliado}
            errors={errorsOf('compose')}
          />
          <Items
            {...{ call, data }}
            act="adjust"
            title="Ajustes"
            columns={adjustmentColumns}
            recorded={rowsOfAdjustments(detail.adjustments)}
            sumCents={row.ajustes}
            errors={errorsOf('adjust')}
          />
          <Evidence call={call} data={data} />
          <Comments call={call} data={data} />
          <History call={call} data={data} />
        </div>
      </div>
    </div>
  );
}

function RefusedAct({ call, data, refused }: ViewProps) {
  if (refused.act === null) return null;
  const { meanwhile, sentences } = refused;
  return (
    <>
      {meanwhile.length > 0 && (
        <div class="note warn" role="alert">
          <p>{CHANGED_MEANWHILE}</p>
          <Sentences entries={meanwhile} />
          <p>{SEND_AGAIN}</p>
        </div>
      )}
      <Errors sentences={sentences} />
      <TypedText call={call} data={data} act={refused.act} />
    </>
  );
}

function Facts({ data }: Readonly<{ data: PageData }>) {
  const { company, row, ownerName } = data;
  return (
    <p class="state-line">
      <span>
        {company.legalName} · <Cnpj cnpj={company.cnpj} />
      </span>
      <StatusBadge status={row.status} />
      <DeadlineBadge status={data.sla} />
      <span>
        Prazo: <DateTime at={row.prazo} />
      </span>
      <span>
        Responsável: {ownerName === '' ? 'ninguém ainda' : ownerName} ({row.responsavelPapel})
      </span>
    </p>
  );
}

type AmountsProps = Readonly<{ row: StoredReconciliation; previous: StoredReconciliation | null }>;

/** Kept in view while the page scrolls. */
function Amounts({ row, previous }: AmountsProps) {
  const difference = differenceOf(row);
  const amount = (label: string, of: (row: StoredReconciliation) => number | null, look?: string) => (
    <Amount
      label={label}
      text={amountText(of(row), row)}
      before={previous === null ? undefined : amountText(of(previous), previous)}
      look={look}
    />
  );
  return (
    <dl class="amounts" aria-label="Saldos da conciliação">
      {amount('Saldo contábil', ({ saldoContabil }) => saldoContabil)}
      {amount('Saldo conciliado', ({ saldoConciliado }) => saldoConciliado)}
      {amount('Ajustes', ({ ajustes }) => ajustes)}
      {amount('Diferença', differenceOf, difference === 0 ? 'settled' : 'open')}
      {previous !== null && (
        <div class="before-link">
          <dt>Mês anterior</dt>
          <dd>
            <a href={pagePath(previous.id)}>{month(previous.competencia as Competence)}</a> · variação{' '}
            <span class="money">{changeText(row, previous)}</span>
          </dd>
        </div>
      )}
    </dl>
  );
}

function differenceOf({ saldoContabil, saldoConciliado, ajustes }: StoredReconciliation): number | null {
  return exactBalance(saldoContabil, -saldoConciliado, ajustes);
}

const amountText = (cents: number | null, row: StoredReconciliation): string =>
  cents === null ? '–' : sidedText(cents, row);

function changeText(row: StoredReconciliation, previous: StoredReconciliation): string {
  const change = exactBalance(row.saldoContabilDevedor, 0, previous.saldoContabilDevedor);
  return change === null ? '–' : balanceText(change);
}

type AmountProps = Readonly<{
  label: string;
  text: string;
  before: string | undefined;
  look: string | undefined;
}>;

function Amount({ label, text, before, look }: AmountProps) {
  return (
    <div class={look}>
      <dt>{label}</dt>
      <dd class="number">
        <span class="money">{text}</span>
      </dd>
      {before !== undefined && (
        <dd class="before">
          mês anterior <span class="money">{before}</span>
        </dd>
      )}
    </div>
  );
}
