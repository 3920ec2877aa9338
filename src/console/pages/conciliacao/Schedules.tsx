// The schedules of an account: what they expect of the month, the difference to its balance, and the form of a new one.
import {
  expectedCents,
  expectedSum,
  monthOf,
  SCHEDULE_DESCRIPTION_MAX,
  SCHEDULE_MONTHS_MAX,
  scheduleKinds,
  type Schedule,
} from '../../../domain/books/schedules.js';
import { SCHEDULERS } from '../../../domain/clients/roles.js';
import type { Competence } from '../../../domain/kernel/competence.js';
import { choicesOf } from '../../../domain/kernel/vocabulary.js';
import { month } from '../../../messages/formats.js';
import { scheduleExpectation, scheduleLeft, scheduleRule } from '../../../messages/schedules.js';
import { Field, Form, HiddenFields, Select } from '../../design/Form.js';
import { isPaper } from '../../design/paper.js';
import { Table } from '../../design/Table.js';
import { Amount, sidedText, Part } from '../../design/values.js';
import type { ConsoleCall } from '../../route.js';
import { schedulesPath } from './addresses.js';
import type { PageData } from './pageData.js';

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
      {scheduleExpectation(sidedText(expected, row), difference === 0 ? null : sidedText(difference, row))}
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
        { head: 'Descrição', cell: ({ description }: Schedule) => description, as: 'name' },
        { head: 'Regra', cell: (one: Schedule) => scheduleRule(one, amountOf) },
        {
          head: 'Esperado no mês',
          cell: (one: Schedule) => <Amount text={amountOf(expectedCents(one, competence))} />,
          as: 'number',
        },
        {
          head: 'Restam',
          cell: ({ endsAt, ...one }: Schedule) =>
            endsAt === null
              ? scheduleLeft(one.months - monthOf(one, competence), one.months)
              : `encerrado em ${month(endsAt)}`,
          as: 'nowrap',
        },
        ...(may
          ? [
              {
                head: 'Encerrar',
                cell: (one: Schedule) => <End {...{ call, data }} schedule={one} />,
                as: 'nowrap' as const,
              },
            ]
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
