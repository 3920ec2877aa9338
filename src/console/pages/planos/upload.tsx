// /console/planos/enviar: a chart's file, shown with what it would change or what refuses it.
import * as flow from '../../upload/flow.js';
import * as words from '../../../messages/registers.js';
import { counted, wholeNumber } from '../../../messages/formats.js';
import { column, Table } from '../../design/Table.js';
import { Errors, Facts, State, Part } from '../../design/values.js';
import { type ConsoleCall, personContext, queryOf } from '../../route.js';
import { clientGone } from '../../../api/http/connections/connection.js';
import type { FileOnDisk } from '../../../commands/imports/importFile.js';
import { applyRegisters } from '../../../commands/registers/applyRegisters.js';
import { chartRegisters, ACCOUNTS, type ChartRequest } from '../../../commands/registers/chartFile.js';
import { type AccountChange, previewChart, type ChartPreview } from '../../../commands/registers/previewChart.js';
import type { RegistersFile } from '../../../commands/registers/registersFile.js';
import type { CompanyFacts } from '../../../domain/clients/events.js';
import { companyField, Fields, fileField, Form, Suggestions } from '../../design/Form.js';
import { companiesByName } from '../../session/access.js';
import { mayEdit, NoCompany, orSentences } from '../registers/change.js';
import { chartNames, chartSeen, UPLOAD, activeWord, validityText } from './Charts.js';
import type { AccountColumn, AccountsTable } from '../../../domain/charts/accountsTable.js';
import { CHART_NAME_LENGTH_MAX, type Account } from '../../../domain/charts/events.js';
import { paths } from '../../paths.js';

const CHANGES_SHOWN_MAX = 200;

/** What the form says of a file. The company is the staged file's. */
type SentChart = Omit<ChartRequest, 'clientRef' | 'cnpj'>;

type ReadChart = Readonly<{ table: AccountsTable; registers: RegistersFile; preview: ChartPreview }>;
type RefusedChart = Readonly<{ errors: readonly string[] }>;
const START = 'vigenciaInicio';

async function readChart(
  call: ConsoleCall,
  { path }: Pick<FileOnDisk, 'path'>,
  { clientId, cnpj }: CompanyFacts,
  sent: SentChart,
): Promise<ReadChart | RefusedChart> {
  const { deps } = call;
  const table = await deps.readAccountsTable(clientId, { path, accountsMax: ACCOUNTS_MAX }, clientGone(call));
  if ('is' in table) return { errors: [words.accountsTableSentence(table)] };
  if (table.wrongCodes.length > 0) {
    const faults = table.wrongCodes.map(({ row, shown }) => ({
      path: [ACCOUNTS, { row }, 'codigo'],
      reason: { is: 'WrongCode', shown } as const,
    }));
    return { errors: words.registerFormSentences(faults) };
  }
  const clientRef = deps.registers.clientById(clientId)?.ref ?? '';
  const registers = chartRegisters({ clientRef, cnpj, ...sent }, table);
  const preview = await orSentences(previewChart(deps, registers, personContext(call)));
  return 'errors' in preview ? preview : { table, registers, preview };
}

/** What the page shows of it, which is what is recorded. */
const shownOf = ({ preview }: ReadChart) => ({ ...preview, changes: preview.changes.slice(0, CHANGES_SHOWN_MAX) });

/** @param asksStart of the chart, which the form left out: a new one needs it */
function Refused({ path, errors, asksStart }: RefusedChart & Readonly<{ path: string; asksStart: boolean }>) {
  return (
    <Part title="O que impede o cadastro">
      <Errors sentences={errors} />
      {asksStart && (
        <Form action={`${path}/vigencia`} class="form-page">
          <Fields of={[{ label: 'Início da vigência', name: START, type: 'date', required: true }]} />
          <button class="primary">Conferir</button>
        </Form>
      )}
    </Part>
  );
}

function Accepted({ path, read }: Readonly<{ path: string; read: ReadChart }>) {
  const { table, preview } = read;
  const { before, head, headChanges, changes, unchanged, leftOut } = preview;
  const added = changes.filter((change) => change.before === null).length;
  const changed = changes.length - added;
  const left =
    leftOut === 1
      ? '1 do plano não está no arquivo e fica como está'
      : `${wholeNumber(leftOut)} do plano não estão no arquivo e ficam como estão`;
  const accounts = [counted(added, 'nova'), counted(changed, 'alterada'), counted(unchanged, 'igual', 'iguais')];
  const columns = Object.entries(table.columns).map(
    ([name, heading]) => `${words.accountColumnNames[name as AccountColumn]}: "${heading}"`,
  );
  const headChange = (text: (head: ChartPreview['head']) => string): string | false => {
    const was = before && text(before.head);
    const now = text(head);
    return was === now ? false : was === null ? now : `${was} → ${now}`;
  };
  return (
    <Part title="O que o arquivo mudaria">
      <Facts
        of={{
          Plano: before === null ? 'Novo' : 'Existente',
          Vigência: headChange(({ validFrom, validTo }) => validityText(validFrom, validTo)),
          Situação: headChange(({ active }) => activeWord(active).name),
          Contas: [...accounts, ...(leftOut > 0 ? [left] : [])].join('; '),
          'Colunas lidas': columns.join('; '),
          'Colunas não usadas': table.unused.length > 0 && table.unused.join('; '),
        }}
      />
      {!headChanges && changes.length === 0 ? (
        <div class="note">O plano já está assim: não há nada a gravar.</div>
      ) : (
        <>
          {changes.length > 0 && <Changes changes={changes} />}
          <flow.Record action={`${path}/gravar`} outcome={shownOf(read)} label="Gravar o plano" />
        </>
      )}
    </Part>
  );
}

function Changes({ changes }: Pick<ChartPreview, 'changes'>) {
  const rows = changes.slice(0, CHANGES_SHOWN_MAX);
  return (
    <>
      <Table<AccountChange>
        caption="Contas novas e alteradas"
        rows={rows}
        columns={[
          column('Código', 'nowrap start', ({ after }) => after.code),
          column('Descrição', 'line', ({ after }) => after.description),
          column('Mudança', 'line', changeOf),
        ]}
      />
      {changes.length > rows.length && (
        <p class="muted">
          Aqui estão as primeiras {rows.length} de {wholeNumber(changes.length)}.
        </p>
      )}
    </>
  );
}

const FIELDS: readonly (readonly [AccountColumn, (account: Account) => string])[] = [
  ['codigoReduzido', ({ shortCode }) => shortCode],
  ['descricao', ({ description }) => description],
  ['tipo', ({ kind }) => words.kindNames[kind]],
  ['natureza', ({ nature }) => words.natureNames[nature]],
  ['classificacao', ({ classification }) => classification],
  ['departamento', ({ department }) => department],
  ['setor', ({ sector }) => sector],
  ['exigeConciliacao', ({ requiresReconciliation }) => (requiresReconciliation ? 'Sim' : 'Não')],
];

function changeOf({ before, after }: AccountChange) {
  const fields = FIELDS.flatMap(([field, text]) => {
    const was = before === null ? '' : text(before);
    const now = text(after);
    return was === now ? [] : [{ field, was, now }];
  });
  if (before !== null)
    return fields.map(({ field, was, now }) => (
      <div>
        {words.accountColumnNames[field]}: <del>{was || 'em branco'}</del> → <ins>{now || 'em branco'}</ins>
      </div>
    ));
  // The description stands beside it.
  const others = fields.filter(({ field }) => field !== 'descricao');
  return (
    <>
      <State tone="plain" name="Nova" />
      <small>{others.map(({ field, now }) => `${words.accountColumnNames[field]}: ${now}`).join('; ')}</small>
    </>
  );
}

/** A longer chart would keep the thread of requests too long: `operator apply` takes 100,000 accounts. */
const ACCOUNTS_MAX = 20_000;

type ChartUpload = flow.Upload<object, SentChart>;

/** With `?plano=` for a new version of a chart, its facts are filled in. */
const form: ChartUpload['form'] = async (call) => {
  const { text } = queryOf(call);
  const chartId = text('plano');
  const chart = chartId === '' ? null : await chartSeen(call, chartId);
  const companies = companiesByName(call.deps.registers, call.session);
  return {
    title: 'Enviar plano de contas',
    none: companies.length === 0 ? <NoCompany /> : null,
    fields: [
      companyField(companies, chart === null ? text('companyId') : String(chart.empresaId)),
      {
        label: 'Nome do plano',
        name: 'nome',
        required: true,
        maxLength: CHART_NAME_LENGTH_MAX,
        autocomplete: 'off',
        list: 'planos',
        value: chart?.nome,
        hint: 'O de um plano que existe muda esse plano; outro nome cadastra um plano novo.',
      },
      fileField({
        hint: 'XLSX ou CSV com uma conta por linha e as colunas Código e Descrição; também Tipo (Analítica ou Sintética), Natureza (Devedora, Credora ou Mista) e Exige conciliação (Sim ou Não, dispensada numa sintética), que uma conta nova precisa ter, Código reduzido, Classificação, Departamento e Setor.',
      }),
      {
        label: 'Início da vigência',
        name: START,
        type: 'date',
        value: chart?.vigenciaInicio,
        hint: 'Um plano novo precisa dele; se não informado, a vigência do plano que existe fica como está.',
      },
      {
        label: 'Fim da vigência',
        name: 'vigenciaFim',
        type: 'date',
        value: chart?.vigenciaFim ?? '',
        hint: 'Em branco: sem fim.',
      },
      { label: 'Plano ativo', name: 'ativo', value: chart?.ativo ?? true },
    ],
    after: <Suggestions id="planos" values={await chartNames(call, null, 'all')} />,
  };
};

const take: ChartUpload['take'] = async (call, sent) => {
  const { company, file, faults } = flow.companyAndFile(call, sent, 'Escolha o arquivo do plano de contas');
  const { text } = sent.form;
  const name = text('nome');
  if (name === '') return [...faults, 'Informe o nome do plano'];
  if (company === null || file === null || faults.length > 0) return faults;
  const validFrom = text(START) || undefined;
  const validTo = text('vigenciaFim') || null;
  const head: SentChart = {
    name,
    active: sent.form.has('ativo'),
    validFrom,
    // Without a start, the stored validity stays.
    validTo: validFrom === undefined && validTo === null ? undefined : validTo,
  };
  return flow.keepFile(call, 'plano', { companyId: company.companyId, period: null, chartName: name }, file, head);
};

const preview: ChartUpload['preview'] = async (call, { staged, company, draft, path }) => {
  const read = await flow.withStaged(call, staged, (file) => readChart(call, file, company, draft));
  const names = await chartNames(call, [company.companyId], 'all');
  return {
    title: 'Enviar plano de contas',
    about: (
      <>
        , para o plano <strong>{draft.name}</strong>
      </>
    ),
    body:
      'errors' in read ? (
        <Refused path={path} {...read} asksStart={draft.validFrom === undefined && !names.includes(draft.name)} />
      ) : (
        <Accepted path={path} read={read} />
      ),
  };
};

const vigencia: ChartUpload['acts'][string] = async (_call, { draft }, sent) => ({
  changes: { draft: { ...draft, validFrom: sent.text(START) || undefined, validTo: draft.validTo ?? null } },
});

const gravar: ChartUpload['acts'][string] = (call, { staged, company, draft }, sent) =>
  flow.withStaged(call, staged, async (file) => {
    const read = await readChart(call, file, company, draft);
    if ('errors' in read || !flow.isShown(sent, shownOf(read))) {
      const told = 'O que o arquivo mudaria não é mais o que a página mostrava: confira de novo';
      return { told, kind: 'warn' };
    }
    const registering = { ...call.deps, registers: { refresh: call.deps.keys.refresh } };
    const done = await orSentences(applyRegisters(registering, read.registers, personContext(call)));
    if ('errors' in done) return { told: done.errors[0] ?? '', kind: 'bad' };
    const chart = done.items.find(({ kind }) => kind === 'chart');
    const accounts = counted(read.preview.changes.length, 'conta nova ou alterada', 'contas novas ou alteradas');
    return {
      position: done.position,
      told: `${draft.name}: plano gravado, com ${accounts}`,
      to: chart === undefined ? paths.charts : `${paths.charts}/${chart.id}`,
    };
  });

export const chartUploadPages = flow.uploadRoutes<object, SentChart>({
  base: UPLOAD,
  may: mayEdit,
  purpose: 'plano',
  fields: ['companyId', 'nome', START, 'vigenciaFim', 'ativo'],
  place: async () => ({}),
  others: [],
  mayOpen: () => true,
  form,
  take,
  preview,
  acts: { gravar, vigencia },
});
