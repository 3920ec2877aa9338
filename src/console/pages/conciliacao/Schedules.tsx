// The schedules of an account: what they expect of the month, the difference to its balance, and the forms that make and end them.
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
import { SCHEDULERS } from '../../../domain/clients/roles.js';
import { parseCompetence, month, type Competence } from '../../../domain/kernel/competence.js';
import { choicesOf } from '../../../domain/kernel/vocabulary.js';
import * as words from '../../../messages/schedules.js';
import { Field, Form, HiddenFields, Select } from '../../design/Form.js';
import { column, isPaper, Table } from '../../design/Table.js';
import { Amount, sidedText, Part } from '../../design/values.js';
import { type ConsoleCall, get, noteWritten, personContext, post, type ConsoleRoute } from '../../route.js';
import { schedulesPath, pagePath, SCHEDULES } from './addresses.js';
import { type PageData, areCreditsIn, idIn, NOTHING_REFUSED, readPage } from './pageData.js';
import { createSchedule, endSchedule } from '../../../commands/competence/schedules.js';
import { decimalCents } from '../../../domain/kernel/money.js';
import { refuse as refuseProblem } from '../../../domain/problem.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { notice, redirectTo } from '../../session/answers.js';
import { keepTyped, readForm, refusalOf, type FormFields } from '../../session/readForm.js';
import { targetOf, type Show, type Target } from './actRoutes.js';
import { decimalOf, signsOf } from './typedItems.js';

type Props = Readonly<{ call: ConsoleCall; data: PageData }>;

export function Schedules({ call, data }: Props) {
  const { row, schedules, frozen } = data;
  const may = !isPaper(call) && !frozen && call.state.session.access.hasAny(SCHEDULERS, row.empresaId);
  if (schedules.length === 0 && !may) return null;
  return (
    <Part id="cronograma" title="Cronograma">
      {schedules.length > 0 && <Expected data={data} />}
      {schedules.length > 0 && <List {...{ call, data, may }} />}
      {may && <NewSchedule call={call} data={data} />}
    </Part>
  );
}

function Expected({ data: { row, schedules } }: Readonly<{ data: PageData }>) {
  const expected = expectedSum(schedules, row.competencia as Competence);
  const difference = row.saldoContabil - expected;
  return (
    <p class={difference === 0 ? 'note done' : 'note warn'} id="esperado">
      {words.scheduleExpectation(sidedText(expected, row), difference === 0 ? null : sidedText(difference, row))}
    </p>
  );
}

function List({ call, data, may }: Props & Readonly<{ may: boolean }>) {
  const { row, schedules } = data;
  const competence = row.competencia as Competence;
  const amountOf = (cents: number): string => sidedText(cents, row);
  return (
    <Table
      caption="Cronogramas da conta"
      rows={schedules}
      columns={[
        column('Descrição', 'name', ({ description }: Schedule) => description),
        column('Regra', '', (one: Schedule) => words.scheduleRule(one, amountOf)),
        column('Esperado no mês', 'number', (one: Schedule) => (
          <Amount text={amountOf(expectedCents(one, competence))} />
        )),
        column('Restam', 'nowrap', ({ endsAt, ...one }: Schedule) =>
          endsAt === null
            ? words.scheduleLeft(one.months - monthOf(one, competence), one.months)
            : `encerrado em ${month(endsAt)}`,
        ),
        ...(may
          ? [column('Encerrar', 'nowrap', (one: Schedule) => <End {...{ call, data }} schedule={one} />)]
          : []),
      ]}
    />
  );
}

/** From the month of the page on. */
function End({ call, data: { id, row }, schedule }: Props & Readonly<{ schedule: Schedule }>) {
  const { scheduleId, endsAt, description } = schedule;
  if (endsAt !== null && endsAt <= row.competencia) return null;
  return (
    <Form call={call} action={`${schedulesPath(id)}/encerrar`}>
      <HiddenFields fields={[['cronograma', String(scheduleId)]]} />
      <button aria-label={`Encerrar neste mês: ${description}`}>Encerrar neste mês</button>
    </Form>
  );
}

function NewSchedule({ call, data: { id, row } }: Props) {
  return (
    <details class="no-print" open={call.state.typed?.action === schedulesPath(id)}>
      <summary>Novo cronograma</summary>
      <Form call={call} action={schedulesPath(id)}>
        <Field label="Descrição" name="descricao" maxLength={SCHEDULE_DESCRIPTION_MAX} required />
        <Field
          label="Valor"
          name="valor"
          placeholder="0,00 D"
          hint="Inteiro; no tipo fixo, o de cada mês."
          autocomplete="off"
          required
        />
        <Select label="Tipo" name="tipo" options={choicesOf(scheduleKinds)} />
        <Field label="Primeira competência" name="inicio" type="month" value={row.competencia} required />
        <Field label="Meses" name="meses" type="number" min={1} max={SCHEDULE_MONTHS_MAX} value="12" required />
        <button>Criar cronograma</button>
      </Form>
    </details>
  );
}

export function scheduleRoutes(deps: ConsoleDependencies, show: Show): readonly ConsoleRoute[] {
  const back = async (call: ConsoleCall): Promise<void> => redirectTo(call, pagePath(idIn(call)));
  return [
    post(SCHEDULES, handler(deps, show, create)),
    post(`${SCHEDULES}/encerrar`, handler(deps, show, end)),
    get(SCHEDULES, back),
    get(`${SCHEDULES}/encerrar`, back),
  ];
}

type Done = Readonly<{ position: number | null; told: string }>;
type Asked = Readonly<{ call: ConsoleCall; form: FormFields; target: Target }>;

/** The page again, with the reason, for what is refused. */
function handler(
  deps: ConsoleDependencies,
  show: Show,
  perform: (deps: ConsoleDependencies, asked: Asked) => Promise<Done | string>,
) {
  return async (call: ConsoleCall): Promise<void> => {
    const target = await targetOf(deps, call);
    const form = await readForm(call, deps);
    const refuse = async (sentence: string, status: number): Promise<void> => {
      keepTyped(call, schedulesPath(target.id), form);
      const refused = { ...NOTHING_REFUSED, act: 'compose' as const, sentences: [sentence] };
      show(call, await readPage(deps, call), refused, status);
    };
    try {
      if (!call.state.session.access.hasAny(SCHEDULERS, target.row.empresaId))
        refuseProblem({ is: 'RoleMissing', roles: SCHEDULERS });
      const done = await perform(deps, { call, form, target });
      if (typeof done === 'string') return await refuse(done, 400);
      await noteWritten(deps, call, done.position);
      notice(call, done.told);
      redirectTo(call, `${pagePath(target.id)}#cronograma`);
    } catch (error) {
      const { sentence, status } = refusalOf(error);
      await refuse(sentence, status);
    }
  };
}

async function create(deps: ConsoleDependencies, { call, form, target }: Asked): Promise<Done | string> {
  const { row, asked } = target;
  const first = parseCompetence(form.text('inicio'));
  if (first === null) return words.SCHEDULE_FIRST_WRONG;
  const signs = signsOf(row, areCreditsIn(call, form.typed.fields));
  const rule = {
    ...{ company: asked.company, accountCode: row.contaCodigo, description: form.text('descricao'), first },
    amountCents: decimalCents(decimalOf(form.text('valor'), signs)) ?? NaN,
    kind: scheduleKindValues.find((kind) => kind === form.text('tipo')) ?? 'LINEAR',
    months: Number(form.text('meses')),
  };
  const { position } = await createSchedule(deps, rule, personContext(call));
  return { position, told: words.SCHEDULE_CREATED };
}

async function end(deps: ConsoleDependencies, { call, form, target }: Asked): Promise<Done> {
  const { row, asked } = target;
  const from = row.competencia as Competence;
  const scheduleId = Number(form.text('cronograma'));
  const ending = { company: asked.company, scheduleId, from };
  const { position } = await endSchedule(deps, ending, personContext(call));
  return { position, told: words.SCHEDULE_ENDED };
}
