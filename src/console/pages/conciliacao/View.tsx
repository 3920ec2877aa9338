// The page of one reconciliation, with its acts and its files.
import { month, type Competence } from '../../../domain/kernel/competence.js';
import { money } from '../../../messages/formats.js';
import * as words from '../../../messages/reconciliationPage.js';
import type { AccountBalanceRow } from '../../../projections/views/trialBalances/accountSeries.js';
import { Chart } from '../../design/Chart.js';
import { column, isPaper, monthColumn, Numbers, paperAddress, type Column } from '../../design/Table.js';
import { centsOf, exactBalance } from '../../../domain/kernel/money.js';
import {
  Amount,
  Balance,
  balanceText,
  Cnpj,
  DateTime,
  Errors,
  instantText,
  sidedText,
  State,
  Part,
} from '../../design/values.js';
import { type PageData, type RefusedAct, readPage } from './pageData.js';
import { riskLevels } from '../../../domain/clients/rules.js';
import { acceptedDifferenceIn } from '../../../domain/reconciliation/itemFacts.js';
import { type Act, acts, pathOf } from '../../../domain/reconciliation/transitions.js';
import { approvalReasonText } from '../../../messages/reconciliations.js';
import type { StoredReconciliation } from '../../../projections/views/reconciliations/reconciliationRows.js';
import { type ConsoleCall, get, post, type ConsoleRoute } from '../../route.js';
import { NarrowList } from '../conciliacoes/List.js';
import { ActForm, Acts, ActText, Comments, Evidence, History, isPossible, Sentences } from './Sections.js';
import { pagePath, PAGE } from './addresses.js';
import { Items } from './Items.js';
import { Schedules, scheduleRoutes } from './Schedules.js';
import * as sheet from './typedItems.js';
import { reconciliationStates, slaStatusWords } from '../../../domain/reconciliation/states.js';
import { Field, keyed, LinkButton, useCall } from '../../design/Form.js';
import { showPage } from '../../design/Page.js';
import { addressOf } from '../conciliacoes/query.js';
import { attach, download, perform, roleRefused, targetOf } from './actRoutes.js';
import { goOn } from '../../session/answers.js';
import { form, NOT_REFUSED } from '../../session/readForm.js';

const STEP = 16;
const LABELLED_STEP = 94;
const HEIGHT = 32;
type Props = Readonly<{ data: PageData }>;

/** Months from which the series is shown: the amounts already say the change between two. */
const SHOWN_FROM = 3;

const cents = ({ saldoFinalDevedor }: AccountBalanceRow): number => centsOf(saldoFinalDevedor);

const seriesColumns: readonly Column<AccountBalanceRow>[] = [
  monthColumn('Competência', '', ({ competencia }) => competencia),
  column('Saldo final', 'number', (one) => <Balance cents={cents(one)} />),
];

function Series({ data: { series } }: Props) {
  const oldest = series[0];
  const newest = series.at(-1);
  if (series.length < SHOWN_FROM || oldest === undefined || newest === undefined) return null;
  const balances = series.map(cents);
  const least = Math.min(...balances);
  const label = words.seriesText(
    balanceText(cents(oldest)),
    oldest.competencia as Competence,
    balanceText(cents(newest)),
  );
  return (
    <Chart
      id="serie"
      label={label}
      bars={balances.map((one) => ({ values: {}, line: one - least }))}
      parts={[]}
      most={Math.max(1, Math.max(...balances) - least)}
      step={STEP}
      height={HEIGHT}
    >
      <Numbers label={label} caption="Saldos dos últimos meses" rows={series} columns={seriesColumns} />
    </Chart>
  );
}

const movementColumns: readonly Column<readonly [step: string, amount: string]>[] = [
  column('Passo', '', ([step]) => step),
  column('Valor', 'number', ([, amount]) => <Amount text={amount} />),
];

/** A waterfall: the balance before, debits and credits as steps from it, the balance now. */
function Movement({ data: { series, row } }: Props) {
  const thisMonth = series.at(-1);
  if (thisMonth?.competencia !== row.competencia || (thisMonth.debito === 0 && thisMonth.credito === 0))
    return null;
  const now = cents(thisMonth);
  const debit = centsOf(thisMonth.debito);
  const credit = centsOf(thisMonth.credito);
  const before = now - debit + credit;
  const levels = [0, before, before + debit, now];
  const least = Math.min(...levels);
  const step = (from: number, to: number, tone: string) => ({
    values: { '': Math.min(from, to) - least, [tone]: Math.abs(to - from) },
  });
  const amounts = [balanceText(before), money(debit), money(credit), balanceText(now)];
  const label = words.movementText(amounts);
  const rows = words.MOVEMENT_STEPS.map((name, at) => [name, amounts[at] ?? ''] as const);
  return (
    <Chart
      id="movimento"
      label={label}
      bars={[
        step(0, before, 'balance'),
        step(before, before + debit, 'plain'),
        step(before + debit, now, 'plain'),
        step(0, now, 'balance'),
      ]}
      parts={['', 'balance', 'plain']}
      most={Math.max(1, Math.max(...levels) - least)}
      step={LABELLED_STEP}
      height={HEIGHT}
      labels={words.MOVEMENT_STEPS}
    >
      <Numbers label={label} caption="Movimento do mês" rows={rows} columns={movementColumns} />
    </Chart>
  );
}

type ViewProps = Props & Readonly<{ refused: RefusedAct }>;

export function titleOf(row: StoredReconciliation): string {
  return `${row.contaCodigo} ${row.contaDescricao} – ${month(row.competencia as Competence)}`;
}

function View({ data, refused }: ViewProps) {
  const call = useCall();
  const { row, detail } = data;
  return (
    <div class={isPaper(call) ? undefined : 'split'}>
      {!isPaper(call) && <NarrowList {...data.list} id={data.id} path={pagePath(data.id)} />}
      <div class="reconciliation" id="conta">
        {detail.closedAt !== null && (
          <p class="note" id="fechada">
            {words.closedBand(row.competencia as Competence, instantText(detail.closedAt), data.frozen)}
          </p>
        )}
        <RefusedAct data={data} refused={refused} />
        <Why data={data} />
        <Accepted data={data} />
        <Amounts row={row} previous={detail.previous} />
        <Facts data={data} />
        <div class="charts">
          <Movement data={data} />
          <Series data={data} />
        </div>
        <Variation data={data} />
        <Items data={data} refused={refused} act="compose" />
        <Items data={data} refused={refused} act="adjust" />
        <Schedules data={data} />
        <Evidence data={data} />
        <Comments data={data} />
        <History data={data} />
        <Acts data={data} />
      </div>
    </div>
  );
}

/** What brought it here, and the words of who did. */
function Why({ data: { why, row, detail } }: Props) {
  if (why === null) return null;
  const balances = detail.steps.flatMap((step) => (step.is === 'released' ? [step.bookBalanceDebitCents] : []));
  const before = row.status === 'BALANCE_CHANGED' ? balances.at(-2) : undefined;
  return (
    <p class={`note ${reconciliationStates[row.status].tone}`} id="motivo">
      {why.sentence}
      {why.text !== null && (
        <>
          : <strong>“{why.text}”</strong>
        </>
      )}
      {before !== undefined && ` (antes ${balanceText(before)}, agora ${balanceText(row.saldoContabilDevedor)})`} ·{' '}
      <DateTime at={why.at} />
    </p>
  );
}

function Accepted({ data: { row, detail } }: Props) {
  const cents = acceptedDifferenceIn(detail.steps);
  if (cents === 0) return null;
  return (
    <p class="note warn" id="diferenca-aceita">
      {words.acceptedBand(sidedText(cents, row))}
    </p>
  );
}

function RefusedAct({ data, refused }: ViewProps) {
  const { act, meanwhile = [], errors } = refused;
  const { personId } = useCall().session;
  const isOwn = meanwhile.every(({ actorId }) => actorId === personId);
  return (
    <>
      {meanwhile.length > 0 && (
        <div class="note warn" role="alert">
          <p>{isOwn ? words.CHANGED_BY_YOU : words.CHANGED_MEANWHILE}</p>
          <Sentences entries={meanwhile} />
          {(act === undefined || isPossible(data, act)) && <p>{words.SEND_AGAIN}</p>}
        </div>
      )}
      <Errors sentences={errors} />
      {act !== undefined && <TypedText data={data} act={act} />}
    </>
  );
}

/** What was typed into a form that the page no longer has, as the state changed meanwhile: for copying. */
function TypedText({ data, act }: Props & Readonly<{ act: Act }>) {
  const { typed } = useCall().state;
  const text = isPossible(data, act) ? '' : typedText(act, typed?.fields ?? {});
  if (text === '') return null;
  return <Field label="O que você preencheu" name="digitado" id="digitado" rows={4} readOnly value={text} />;
}

function typedText(act: Act, fields: Readonly<Record<string, string>>): string {
  if (act !== 'compose' && act !== 'adjust')
    return fields['comentario'] ?? fields['explicacao'] ?? fields['justificativa'] ?? '';
  const columns: readonly sheet.Column[] = sheet.columnsOf[act];
  const lines = sheet.typedRows(fields, act).map((row) => columns.map((column) => row[column] ?? '').join('\t'));
  return [...lines, ...(sheet.isPastedTooLong(fields) ? [fields['colado']] : [])].join('\n');
}

function Facts({ data }: Props) {
  const { company, row, ownerName } = data;
  const { previous } = data.detail;
  return (
    <p class="state-line">
      <span>
        {company.legalName} · <Cnpj cnpj={company.cnpj} />
      </span>
      <State {...reconciliationStates[row.status]} />
      <State {...slaStatusWords[data.sla]} />
      <span>
        Prazo: <DateTime at={row.prazo} />
      </span>
      <span>
        Responsável: {ownerName === '' ? 'ninguém ainda' : ownerName} ({row.responsavelPapel})
      </span>
      {previous !== null && (
        <span>
          Mês anterior: <a href={pagePath(previous.id)}>{month(previous.competencia as Competence)}</a>, variação{' '}
          <span class="money">{changeText(row, previous)}</span>
        </span>
      )}
      {data.risk !== 'MEDIUM' && <span>Risco: {riskLevels[data.risk].name.toLowerCase()}</span>}
      {row.aprovacaoAutomatica !== null && (
        <span id="aprovacao-automatica">Na liberação, {approvalReasonText(row.aprovacaoAutomatica)}</span>
      )}
    </p>
  );
}

type AmountsProps = Readonly<{ row: StoredReconciliation; previous: StoredReconciliation | null }>;

function Amounts({ row, previous }: AmountsProps) {
  const difference = differenceOf(row);
  const amount = (label: string, of: (row: StoredReconciliation) => number | null, look?: string) => (
    <div class={look}>
      <dt>{label}</dt>
      <dd class="number">
        <span class="money" data-amount={label}>
          {amountText(of(row), row)}
        </span>
      </dd>
      {previous !== null && (
        <dd class="before">
          anterior <span class="money">{amountText(of(previous), previous)}</span>
        </dd>
      )}
    </div>
  );
  return (
    <dl
      class="amounts charts"
      aria-label="Saldos da conciliação"
      data-book={row.saldoContabilDevedor}
      data-debit={row.saldoContabil === 0 ? 0 : sheet.signsOf(row, null).debit}
      data-compose={row.saldoConciliado}
      data-adjust={row.ajustes}
    >
      {amount('Saldo contábil', ({ saldoContabil }) => saldoContabil)}
      {amount('Saldo conciliado', ({ saldoConciliado }) => saldoConciliado)}
      {amount('Ajustes', ({ ajustes }) => ajustes)}
      {amount('Diferença', differenceOf, difference === 0 ? 'settled' : 'open')}
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

function Variation({ data }: Props) {
  const { row, detail } = data;
  if (row.comparado === null) return null;
  const { own, previous } = detail.explanations;
  const change = row.saldoContabilDevedor - row.comparado;
  return (
    <Part id="variacao" title="Variação">
      <p class={row.explicada ? undefined : 'note warn'}>
        {words.variationBand(balanceText(change), balanceText(row.comparado), row.explicada)}
      </p>
      {isPossible(data, 'explain') ? (
        <ActForm data={data} act="explain">
          <ActText
            label="Explicação"
            name="explicacao"
            id="campo-explicacao"
            {...(own === null && previous !== null && { hint: 'A do mês anterior; ajuste o que mudou.' })}
            value={own ?? previous ?? ''}
          />
        </ActForm>
      ) : (
        own !== null && <p>{own}</p>
      )}
    </Part>
  );
}

/** @param refused of an act on it, above it */
async function show(call: ConsoleCall, refused: RefusedAct = NOT_REFUSED): Promise<void> {
  const data = await readPage(call);
  showPage(call, {
    title: titleOf(data.row),
    of: data.company.legalName,
    status: refused.status,
    now: data.list.now,
    actions: <Actions data={data} />,
    body: <View data={data} refused={refused} />,
  });
}

export const conciliacaoRoutes: readonly ConsoleRoute[] = [
  get(PAGE, (call) => show(call)),
  ...acts.map((act) => {
    const path = `${PAGE}/${pathOf(act)}`;
    const before = async (call: ConsoleCall) => roleRefused(call, act, await targetOf(call));
    if (act !== 'attach') return form(path, (call, fields) => perform(call, act, fields), { again: show, before });
    return post(path, async (call) => {
      const answer = await attach(call);
      await ('to' in answer ? goOn(call, answer) : show(call, answer));
    });
  }),
  ...scheduleRoutes(show),
  get(`${PAGE}/${pathOf('attach')}/{revisao}`, download),
];

function Actions({ data: { id, next, list } }: Props) {
  const call = useCall();
  return (
    <>
      <div class="buttons off">
        <LinkButton href={addressOf(list.address)}>Conciliações</LinkButton>
        <LinkButton href={paperAddress(pagePath(id), call.querystring)}>Imprimir</LinkButton>
      </div>
      {next !== null && (
        <a
          class="button"
          href={pagePath(next.id) + call.search}
          {...keyed('n', `${next.contaCodigo} ${next.contaDescricao}`)}
        >
          Próxima da fila
        </a>
      )}
    </>
  );
}
