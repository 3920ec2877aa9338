// The schedules of an account: what they expect, the difference to its balance, the forms that make and end them.
import {
  expectedCents,
  expectedSum,
  monthOf,
  SCHEDULE_DESCRIPTION_MAX,
  SCHEDULE_MONTHS_MAX,
  scheduleKinds,
  type Schedule,
  scheduleKindValues,
} from '../../../domain/books/schedules.js';
import { scheduleFaultsOf } from '../../../domain/books/decide.js';
import { SCHEDULERS } from '../../../domain/clients/roles.js';
import { month, type Competence } from '../../../domain/kernel/competence.js';
import { choicesOf } from '../../../domain/kernel/vocabulary.js';
import * as words from '../../../messages/schedules.js';
import { Confirm, Field, Form, HiddenFields, isConfirmed, useCall } from '../../design/Form.js';
import { showPage } from '../../design/Page.js';
import { column, isPaper, Table } from '../../design/Table.js';
import { Amount, amountExample, sidedText, Part } from '../../design/values.js';
import { type ConsoleCall, monthTyped, personContext } from '../../route.js';
import { PAGE, pagePath } from './addresses.js';
import { type PageData, areCreditsIn } from './pageData.js';
import { createSchedule, endSchedule } from '../../../commands/competence/schedules.js';
import { decimalCents } from '../../../domain/kernel/money.js';
import { schedulesOf } from '../../../projections/views/schedules.js';
import { refuse } from '../../../domain/problem.js';
import { type Done } from '../../session/answers.js';
import { form, type FormFields, type Refusal } from '../../session/readForm.js';
import { targetOf, type Target } from './actRoutes.js';
import { asksForSide, decimalOf, signsOf } from './typedItems.js';

const SCHEDULES = `${PAGE}/cronograma`;
const schedulesPath = (id: number): string => SCHEDULES.replace('{id}', String(id));

type Props = Readonly<{ data: PageData }>;

export function Schedules({ data }: Props) {
  const call = useCall();
  const { row, schedules, frozen } = data;
  const may = !isPaper(call) && !frozen && call.session.access.hasAny(SCHEDULERS, row.empresaId);
  if (schedules.length === 0 && !may) return null;
  const runs = schedules.some(
    ({ first, endsAt }) => first <= row.competencia && (endsAt === null || endsAt > row.competencia),
  );
  return (
    <Part id="cronograma" title="Cronograma" look={schedules.length === 0 ? 'no-print' : undefined}>
      {runs && <Expected data={data} />}
      {schedules.length > 0 && <List data={data} may={may} />}
      {may && <NewSchedule data={data} />}
    </Part>
  );
}

function Expected({ data: { row, schedules } }: Props) {
  const expected = expectedSum(schedules, row.competencia as Competence);
  const difference = row.saldoContabil - expected;
  return (
    <p class={difference === 0 ? 'note done' : 'note warn'} id="esperado">
      {words.scheduleExpectation(sidedText(expected, row), difference === 0 ? null : sidedText(difference, row))}
    </p>
  );
}

function List({ data, may }: Props & Readonly<{ may: boolean }>) {
  const { row, schedules } = data;
  const competence = row.competencia as Competence;
  const amountOf = (cents: number): string => sidedText(cents, row);
  return (
    <Table
      caption="Cronogramas da conta"
      rows={schedules}
      columns={[
        column('Descrição', '', ({ description }: Schedule) => description),
        column('Regra', '', (one: Schedule) => words.scheduleRule(one, amountOf)),
        column('Esperado no mês', 'number', (one: Schedule) => (
          <Amount text={amountOf(expectedCents(one, competence))} />
        )),
        column('Restam', 'nowrap', ({ endsAt, ...one }: Schedule) =>
          endsAt === null
            ? words.scheduleLeft(one.months - monthOf(one, competence), one.months)
            : `encerrado em ${month(endsAt)}`,
        ),
        ...(may ? [column('Encerrar', 'nowrap', (one: Schedule) => <End data={data} schedule={one} />)] : []),
      ]}
    />
  );
}

function End({ data: { id, row }, schedule }: Props & Readonly<{ schedule: Schedule }>) {
  const { scheduleId, endsAt, description } = schedule;
  if (endsAt !== null && endsAt <= row.competencia) return null;
  return (
    <Form action={`${schedulesPath(id)}/encerrar`}>
      <HiddenFields fields={[['cronograma', String(scheduleId)]]} />
      <button aria-label={`Encerrar neste mês: ${description}`}>Encerrar neste mês</button>
    </Form>
  );
}

const labels = words.SCHEDULE_LABELS;

function NewSchedule({ data: { id, row } }: Props) {
  return (
    <details class="no-print" open={useCall().state.typed?.action === schedulesPath(id)}>
      <summary>Novo cronograma</summary>
      <Form action={schedulesPath(id)}>
        <Field label={labels.Description} name="descricao" maxLength={SCHEDULE_DESCRIPTION_MAX} required />
        <Field
          label={labels.Amount}
          name="valor"
          placeholder={amountExample(row)}
          hint="Inteiro; no tipo fixo, o de cada mês."
          autocomplete="off"
          required
        />
        <Field label="Tipo" name="tipo" options={choicesOf(scheduleKinds)} />
        <Field label={labels.First} name="inicio" type="month" value={row.competencia} required />
        <Field
          label={labels.Months}
          name="meses"
          type="number"
          min={1}
          max={SCHEDULE_MONTHS_MAX}
          value="12"
          required
        />
        <button>Criar cronograma</button>
      </Form>
    </details>
  );
}

export const scheduleRoutes = (again: (call: ConsoleCall, refusal: Refusal) => Promise<void>) => [
  form(SCHEDULES, create, { again }),
  form(`${SCHEDULES}/encerrar`, end, { again }),
];

/** Asked before the form is checked. */
async function schedulable(call: ConsoleCall): Promise<Target> {
  const target = await targetOf(call);
  if (!call.session.access.hasAny(SCHEDULERS, target.row.empresaId))
    refuse({ is: 'RoleMissing', roles: SCHEDULERS });
  return target;
}

async function create(call: ConsoleCall, fields: FormFields): Promise<Done | Refusal> {
  const { id, row, command } = await schedulable(call);
  const first = monthTyped(fields.text('inicio'));
  const areCredits = areCreditsIn(call, fields.typed.fields);
  const signs = signsOf(row, areCredits);
  const rule = {
    company: command.company,
    accountCode: row.contaCodigo,
    description: fields.text('descricao'),
    amountCents: decimalCents(decimalOf(fields.text('valor'), signs)) ?? NaN,
    kind: scheduleKindValues.find((kind) => kind === fields.text('tipo')) ?? 'LINEAR',
    months: Number(fields.text('meses')),
    debitSign: signs.debit,
  };
  const lacksSide = asksForSide([{ valor: fields.text('valor') }], row, areCredits);
  const errors = [
    ...scheduleFaultsOf(rule).map(words.scheduleRefusal),
    ...(lacksSide ? [words.SCHEDULE_SIDE_MISSING] : []),
    ...(first === null ? [words.SCHEDULE_FIRST_WRONG] : []),
  ];
  if (first === null || errors.length > 0) return { errors, status: 400 };
  const { position } = await createSchedule(call.deps, { ...rule, first }, personContext(call));
  return { position, told: words.SCHEDULE_CREATED, to: `${pagePath(id)}#cronograma` };
}

async function end(call: ConsoleCall, fields: FormFields): Promise<Done | void> {
  const { id, row, command } = await schedulable(call);
  const scheduleId = Number(fields.text('cronograma'));
  const from = row.competencia as Competence;
  const schedules = await schedulesOf(call.deps.pages.store, call.session, row);
  const schedule = schedules.find((one) => one.scheduleId === scheduleId);
  if (schedule !== undefined && !isConfirmed(fields))
    return showPage(call, {
      title: words.scheduleEndQuestion(schedule.description, from),
      body: (
        <Confirm
          action={call.path}
          label="Encerrar"
          back={`${pagePath(id)}#cronograma`}
          fields={[['cronograma', String(scheduleId)]]}
        >
          <p>{words.scheduleEndExplained(from)}</p>
        </Confirm>
      ),
    });
  const ending = { company: command.company, scheduleId, from };
  const { position } = await endSchedule(call.deps, ending, personContext(call));
  return { position, told: words.SCHEDULE_ENDED, to: `${pagePath(id)}#cronograma` };
}
