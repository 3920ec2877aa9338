// /console/planos/enviar: a chart's file, shown with what it would change, or what refuses it, before it is registered. What is kept
// beside the file is plain JSON, bounded.
import * as flow from '../../upload/flow.js';
import * as words from '../../../messages/registers.js';
import { counted, wholeNumber } from '../../../messages/formats.js';
import { column, Table } from '../../design/Table.js';
import { Errors, Facts, State, Part } from '../../design/values.js';
import { type ConsoleCall, personContext, askedIn } from '../../route.js';
import { clientGone } from '../../../api/http/connections/connection.js';
import type { FileOnDisk } from '../../../commands/imports/importFile.js';
import { applyRegisters, type ApplyResult } from '../../../commands/registers/applyRegisters.js';
import { chartRegisters, ACCOUNTS, type ChartRequest } from '../../../commands/registers/chartFile.js';
import { previewChart, type ChartPreview } from '../../../commands/registers/previewChart.js';
import type { RegistersFile } from '../../../commands/registers/registersFile.js';
import type { CompanyFacts } from '../../../domain/clients/events.js';
import { DomainError } from '../../../domain/problem.js';
import { registerFormSentences } from '../../../messages/registers.js';
import { CompanyField, Field, Fields, FileField } from '../../design/Form.js';
import { companiesSeen } from '../../session/access.js';
import { mayEdit } from '../registers/change.js';
import { chartNames, CHARTS, chartSeen, UPLOAD, activeText, validityText } from './Charts.js';
import type { AccountColumn, AccountsTable, AccountsTableFault } from '../../../domain/charts/accountsTable.js';
import type { Account } from '../../../domain/charts/events.js';

type Props<Shown> = Readonly<{ call: ConsoleCall; path: string; shown: Shown }>;

function UploadPreview({ call, path, shown }: Props<ShownChart>) {
  if (shown.is === 'accepted') return <Accepted {...{ call, path, shown }} />;
  const { sentences, count } = shown;
  return (
    <Part title="O que impede o cadastro">
      <Errors sentences={sentences} />
      {count > sentences.length && (
        <p>
          São {wholeNumber(count)} erros; aqui estão os primeiros {sentences.length}.
        </p>
      )}
    </Part>
  );
}

function Accepted({ call, path, shown }: Props<AcceptedChart>) {
  const { isNew, head, added, changed, unchanged, leftOut, changes, columns, unused } = shown;
  const accounts = [counted(added, 'nova'), counted(changed, 'alterada'), counted(unchanged, 'igual', 'iguais')];
  const left =
    leftOut === 1
      ? '1 do plano não está no arquivo e fica como está'
      : `${wholeNumber(leftOut)} do plano não estão no arquivo e ficam como estão`;
  return (
    <Part title="O que o arquivo mudaria">
      <Facts
        of={{
          Plano: isNew ? 'Novo' : 'Existente',
          ...Object.fromEntries(
            head.map(({ name, before, after }) => [name, before === '' ? after : `${before} → ${after}`]),
          ),
          Contas: [...accounts, ...(leftOut > 0 ? [left] : [])].join('; '),
          'Colunas lidas': columns.join('; '),
          'Colunas não usadas': unused.length > 0 && unused.join('; '),
        }}
      />
      {changesNothing(shown) ? (
        <div class="note">O plano já está assim: não há nada a gravar.</div>
      ) : (
        <>
          <Changes changes={changes} total={added + changed} />
          <flow.Record {...{ call, action: `${path}/gravar`, shown, label: 'Gravar o plano' }} />
        </>
      )}
    </Part>
  );
}

function Changes({ changes, total }: Readonly<{ changes: readonly ShownChange[]; total: number }>) {
  if (changes.length === 0) return null;
  return (
    <>
      <Table<ShownChange>
        caption="Contas novas e alteradas"
        rows={changes}
        columns={[
          column('Código', 'nowrap start', ({ code }) => code),
          column('Descrição', 'line', ({ description }) => description),
          column('Mudança', 'line', changeIn),
        ]}
      />
      {total > changes.length && (
        <p class="muted">
          Aqui estão as primeiras {changes.length} de {wholeNumber(total)}.
        </p>
      )}
    </>
  );
}

function changeIn({ isNew, fields }: ShownChange) {
  if (!isNew)
    return fields.map(({ name, before, after }) => (
      <div>
        {name}: <del>{before || 'em branco'}</del> → <ins>{after || 'em branco'}</ins>
      </div>
    ));
  // The description stands beside it.
  const others = fields.filter(({ name }) => name !== 'Descrição');
  return (
    <>
      <State tone="plain">Nova</State> {others.map(({ name, after }) => `${name}: ${after}`).join('; ')}
    </>
  );
}

/** A longer chart would keep the thread of requests too long: `operator apply` takes 100,000 accounts. */
const ACCOUNTS_MAX = 20_000;

type SentName = 'companyId' | 'nome' | 'vigenciaInicio' | 'vigenciaFim' | 'ativo';
type ChartUpload = flow.Upload<object, StagedChart, SentName>;

/** preact's types of an input leave the attribute out. */
const SUGGESTED = { list: 'planos' } as object;

/** With `?plano=` for a new version of a chart, its facts are filled in. */
const form: ChartUpload['form'] = async (call) => {
  const { text } = askedIn(call);
  const asked = text('plano');
  const chart = asked === '' ? null : await chartSeen(call, asked);
  const companies = companiesSeen(call.deps.registers, call.session);
  const names = await chartNames(call, null, 'all');
  return {
    title: 'Enviar plano de contas',
    none: companies.length === 0 ? 'Cadastre uma empresa antes do seu plano de contas.' : null,
    fields: (
      <>
        <CompanyField companies={companies} value={chart === null ? text('companyId') : String(chart.empresaId)} />
        <Field
          {...{ label: 'Nome do plano', name: 'nome', required: true, maxLength: 200, autocomplete: 'off' }}
          {...SUGGESTED}
          value={chart?.nome}
          hint="O de um plano que existe muda esse plano; outro nome cadastra um plano novo."
        />
        <datalist id="planos">
          {names.map((name) => (
            <option value={name} />
          ))}
        </datalist>
        <FileField hint="XLSX ou CSV com uma conta por linha e as colunas Código e Descrição; também Tipo (Analítica ou Sintética) e Natureza (Devedora, Credora ou Mista), que uma conta nova precisa ter, Código reduzido, Classificação, Departamento, Setor e Exige conciliação (Sim ou Não)." />
        <Fields
          of={[
            {
              ...{
                label: 'Início da vigência',
                name: 'vigenciaInicio',
                type: 'date',
                value: chart?.vigenciaInicio,
              },
              hint: 'Um plano novo precisa dele; se não informado, a vigência do plano que existe fica como está.',
            },
            {
              ...{ label: 'Fim da vigência', name: 'vigenciaFim', type: 'date', value: chart?.vigenciaFim ?? '' },
              hint: 'Em branco: sem fim.',
            },
            { label: 'Plano ativo', name: 'ativo', value: chart?.ativo ?? true },
          ]}
        />
      </>
    ),
  };
};

const take: ChartUpload['take'] = async (call, { fields, files }) => {
  const missing = 'Escolha o arquivo do plano de contas';
  const { company, file, faults } = flow.companyAndFile(call, fields.companyId, files, missing);
  const name = (fields.nome ?? '').trim();
  if (name === '') return [...faults, 'Informe o nome do plano'];
  if (company === null || file === null || faults.length > 0) return faults;
  const { vigenciaInicio: from, vigenciaFim: to } = fields;
  // Without a start, the stored validity stays.
  const sent: SentChart = {
    ...{ name, active: fields.ativo === 'sim', validFrom: from ?? undefined },
    validTo: from !== null || to !== null ? to : undefined,
  };
  const { shown } = await shownOf(call, file, company, sent);
  const of = { companyId: company.companyId, period: null, chartName: name };
  return flow.keepFile(call, 'plano', of, file, { sent, shown } satisfies StagedChart);
};

/** `registers` is null where the file has no table. */
async function shownOf(
  call: ConsoleCall,
  { path }: Pick<FileOnDisk, 'path'>,
  { clientId, cnpj }: CompanyFacts,
  sent: SentChart,
): Promise<Readonly<{ shown: ShownChart; registers: RegistersFile | null }>> {
  const { deps } = call;
  const read = await deps.readAccountsTable(clientId, { path, accountsMax: ACCOUNTS_MAX }, clientGone(call));
  const request = { clientRef: deps.registers.clientById(clientId)?.ref ?? '', cnpj, ...sent };
  const shown = await shownChart(read, (table) =>
    previewChart(deps, chartRegisters(request, table), personContext(call)),
  );
  return { shown, registers: 'is' in read ? null : chartRegisters(request, read) };
}

/** Registers what the preview showed. */
const gravar: ChartUpload['acts'][string] = (call, { staged, company, kept: { sent } }, asked) =>
  flow.withStaged(call, staged, async (file) => {
    const { shown, registers } = await shownOf(call, file, company, sent);
    const isSame = flow.isShown(asked, shown);
    if (!isSame || registers === null || shown.is === 'refused' || changesNothing(shown)) {
      const told = 'O que o arquivo mudaria não é mais o que a página mostrava: confira de novo';
      return { changes: { kept: { sent, shown } }, told, kind: 'warn' };
    }
    const done = await registered(call, registers);
    if ('errors' in done) return { told: done.errors[0] ?? '', kind: 'bad' };
    const chart = done.result.items.find(({ kind }) => kind === 'chart');
    const accounts = counted(done.accounts, 'conta nova ou alterada', 'contas novas ou alteradas');
    return {
      position: done.result.position,
      told: `${sent.name}: plano gravado, com ${accounts}`,
      to: chart === undefined ? CHARTS : `${CHARTS}/${chart.id}`,
    };
  });

async function registered(
  call: ConsoleCall,
  file: RegistersFile,
): Promise<Readonly<{ result: ApplyResult; accounts: number }> | Readonly<{ errors: readonly string[] }>> {
  let accounts = 0;
  const registering = {
    ...{ ...call.deps, registers: { refresh: call.deps.keys.refresh } },
    onItem: (_: unknown, chart: Readonly<{ accountsAdded: number; accountsChanged: number }> | null) =>
      (accounts += chart === null ? 0 : chart.accountsAdded + chart.accountsChanged),
  };
  try {
    return { result: await applyRegisters(registering, file, personContext(call)), accounts };
  } catch (error) {
    if (!(error instanceof DomainError) || error.problem.is !== 'RegistersInvalid') throw error;
    return { errors: registerFormSentences(error.problem.errors) };
  }
}

export const uploadPages = flow.uploadRoutes<object, StagedChart, SentName>({
  ...{ base: UPLOAD, may: mayEdit, purpose: 'plano' },
  fields: ['companyId', 'nome', 'vigenciaInicio', 'vigenciaFim', 'ativo'],
  ...{ place: async () => ({}), others: [], mayOpen: () => true },
  ...{ form, take, acts: { gravar } },
  preview: async (call, { path, kept: { sent, shown } }) => ({
    title: 'Enviar plano de contas',
    about: (
      <>
        , para o plano <strong>{sent.name}</strong>
      </>
    ),
    body: <UploadPreview {...{ call, path, sent, shown }} />,
  }),
});

const CHANGES_SHOWN_MAX = 200;
const ERRORS_SHOWN_MAX = 200;

/** What the form says of a file. `companyId` is the staged file's. */
type SentChart = Omit<ChartRequest, 'clientRef' | 'cnpj'>;

/** `fields` of a new account: those that are filled, with `before` "". */
type ShownChange = Readonly<{
  code: string;
  description: string;
  isNew: boolean;
  fields: readonly Readonly<{ name: string; before: string; after: string }>[];
}>;

type AcceptedChart = Readonly<{
  is: 'accepted';
  isNew: boolean;
  /** Changes of the chart itself. */
  head: readonly Readonly<{ name: string; before: string; after: string }>[];
  added: number;
  changed: number;
  unchanged: number;
  leftOut: number;
  /** The first of them, in the order of the file. */
  changes: readonly ShownChange[];
  /** `Código: "Conta"` */
  columns: readonly string[];
  unused: readonly string[];
}>;
type RefusedChart = Readonly<{ is: 'refused'; sentences: readonly string[]; count: number }>;
type ShownChart = AcceptedChart | RefusedChart;

/** Kept beside the staged file. */
type StagedChart = Readonly<{ sent: SentChart; shown: ShownChart }>;

/** @param previewing by `previewChart`; called only for a table of accounts */
async function shownChart(
  read: AccountsTable | AccountsTableFault,
  previewing: (table: AccountsTable) => Promise<ChartPreview>,
): Promise<ShownChart> {
  if ('is' in read) return refused([words.accountsTableSentence(read)]);
  if (read.wrongCodes.length > 0)
    return refused(
      words.registerFormSentences(
        read.wrongCodes.map(({ row, shown }) => ({
          path: [ACCOUNTS, { row }, 'codigo'],
          reason: { is: 'WrongCode', shown },
        })),
      ),
    );
  try {
    return accepted(read, await previewing(read));
  } catch (error) {
    if (!(error instanceof DomainError) || error.problem.is !== 'RegistersInvalid') throw error;
    return refused(words.registerFormSentences(error.problem.errors));
  }
}

function changesNothing({ head, added, changed }: AcceptedChart): boolean {
  return head.length === 0 && added === 0 && changed === 0;
}

function refused(sentences: readonly string[]): RefusedChart {
  return { is: 'refused', sentences: sentences.slice(0, ERRORS_SHOWN_MAX), count: sentences.length };
}

function accepted({ columns, unused }: AccountsTable, preview: ChartPreview): AcceptedChart {
  const { before, head, changes, unchanged, leftOut } = preview;
  const added = changes.filter((change) => change.before === null).length;
  const facts = [
    [
      'Vigência',
      before && validityText(before.head.validFrom, before.head.validTo),
      validityText(head.validFrom, head.validTo),
    ],
    ['Situação', before && activeText(before.head.active), activeText(head.active)],
  ] as const;
  return {
    is: 'accepted',
    isNew: before === null,
    head: facts.flatMap(([name, was, now]) => (was === now ? [] : [{ name, before: was ?? '', after: now }])),
    ...{ added, changed: changes.length - added, unchanged, leftOut },
    changes: changes.slice(0, CHANGES_SHOWN_MAX).map(({ before: was, after }) => ({
      ...{ code: after.code, description: after.description, isNew: was === null },
      fields: fieldChanges(was, after),
    })),
    columns: Object.entries(columns).map(
      ([column, heading]) => `${words.accountColumnNames[column as AccountColumn]}: "${heading}"`,
    ),
    unused,
  };
}

const FIELDS: readonly (readonly [string, (account: Account) => string])[] = [
  [words.accountColumnNames.codigoReduzido, ({ shortCode }) => shortCode],
  [words.accountColumnNames.descricao, ({ description }) => description],
  [words.accountColumnNames.tipo, ({ kind }) => words.kindNames[kind]],
  [words.accountColumnNames.natureza, ({ nature }) => words.natureNames[nature]],
  [words.accountColumnNames.classificacao, ({ classification }) => classification],
  [words.accountColumnNames.departamento, ({ department }) => department],
  [words.accountColumnNames.setor, ({ sector }) => sector],
  [
    words.accountColumnNames.exigeConciliacao,
    ({ requiresReconciliation }) => (requiresReconciliation ? 'Sim' : 'Não'),
  ],
];

function fieldChanges(before: Account | null, after: Account): ShownChange['fields'] {
  return FIELDS.flatMap(([name, text]) => {
    const was = before === null ? '' : text(before);
    const now = text(after);
    return was === now ? [] : [{ name, before: was, after: now }];
  });
}
