// /console/planos/enviar: a chart's file, shown with what it would change, or what refuses it, before it is registered.
import { counted, wholeNumber } from '../../../messages/formats.js';
import { column, Table } from '../../design/Table.js';
import { Errors, Facts, State, Part } from '../../design/values.js';
import { type ConsoleCall, personContext, askedIn } from '../../route.js';
import * as flow from '../../upload/flow.js';
import * as previewed from './chartPreview.js';
import { clientGone } from '../../../api/http/connections/connection.js';
import type { FileOnDisk } from '../../../commands/imports/importFile.js';
import { applyRegisters, type ApplyResult } from '../../../commands/registers/applyRegisters.js';
import { chartRegisters } from '../../../commands/registers/chartFile.js';
import { previewChart } from '../../../commands/registers/previewChart.js';
import type { RegistersFile } from '../../../commands/registers/registersFile.js';
import type { CompanyFacts } from '../../../domain/clients/events.js';
import { DomainError } from '../../../domain/problem.js';
import { registerFormSentences } from '../../../messages/registers.js';
import { Checkbox, CompanyField, Field, FileField } from '../../design/Form.js';
import { companiesSeen } from '../../session/access.js';
import { mayEdit } from '../registers/change.js';
import { chartNames, CHARTS, chartSeen, UPLOAD } from './Charts.js';

type Props<Shown> = Readonly<{ call: ConsoleCall; path: string; shown: Shown }>;

function UploadPreview({ call, path, shown }: Props<previewed.ShownChart>) {
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

function Accepted({ call, path, shown }: Props<previewed.AcceptedChart>) {
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
      {previewed.changesNothing(shown) ? (
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

function Changes({ changes, total }: Readonly<{ changes: readonly previewed.ShownChange[]; total: number }>) {
  if (changes.length === 0) return null;
  return (
    <>
      <Table<previewed.ShownChange>
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

function changeIn({ isNew, fields }: previewed.ShownChange) {
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
type ChartUpload = flow.Upload<object, previewed.StagedChart, SentName>;

/** preact's types of an input leave the attribute out. */
const SUGGESTED = { list: 'planos' } as object;

/** With `?plano=` for a new version of a chart, its facts are filled in. */
const form: ChartUpload['form'] = async (call) => {
  const { text } = askedIn(call);
  const asked = text('plano');
  const chart = asked === '' ? null : await chartSeen(call, asked);
  const companies = companiesSeen(call.deps.registers, call.state.session);
  const names = await chartNames(call, null, 'all');
  return {
    title: 'Enviar plano de contas',
    none: companies.length === 0 ? 'Cadastre uma empresa antes do seu plano de contas.' : null,
    fields: (
      <>
        <CompanyField companies={companies} value={chart === null ? text('companyId') : String(chart.empresaId)} />
        <Field
          label="Nome do plano"
          name="nome"
          value={chart?.nome ?? ''}
          required
          maxLength={200}
          {...SUGGESTED}
          autocomplete="off"
          hint="O de um plano que existe muda esse plano; outro nome cadastra um plano novo."
        />
        <datalist id="planos">
          {names.map((name) => (
            <option value={name} />
          ))}
        </datalist>
        <FileField hint="XLSX ou CSV com uma conta por linha e as colunas Código e Descrição; também Tipo (Analítica ou Sintética) e Natureza (Devedora, Credora ou Mista), que uma conta nova precisa ter, Código reduzido, Classificação, Departamento, Setor e Exige conciliação (Sim ou Não)." />
        <Field
          label="Início da vigência"
          name="vigenciaInicio"
          type="date"
          value={chart?.vigenciaInicio ?? ''}
          hint="Um plano novo precisa dele; se não informado, a vigência do plano que existe fica como está."
        />
        <Field
          label="Fim da vigência"
          name="vigenciaFim"
          type="date"
          value={chart?.vigenciaFim ?? ''}
          hint="Em branco: sem fim."
        />
        <Checkbox label="Plano ativo" name="ativo" checked={chart?.ativo ?? true} />
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
  const sent: previewed.SentChart = {
    ...{ name, active: fields.ativo === 'sim', validFrom: from ?? undefined },
    validTo: from !== null || to !== null ? to : undefined,
  };
  const { shown } = await shownOf(call, file, company, sent);
  const of = { companyId: company.companyId, period: null, chartName: name };
  return flow.keepFile(call, 'plano', of, file, { sent, shown } satisfies previewed.StagedChart);
};

/** `registers` is null where the file has no table. */
async function shownOf(
  call: ConsoleCall,
  { path }: Pick<FileOnDisk, 'path'>,
  { clientId, cnpj }: CompanyFacts,
  sent: previewed.SentChart,
): Promise<Readonly<{ shown: previewed.ShownChart; registers: RegistersFile | null }>> {
  const { deps } = call;
  const read = await deps.readAccountsTable(clientId, { path, accountsMax: ACCOUNTS_MAX }, clientGone(call));
  const request = { clientRef: deps.registers.clientById(clientId)?.ref ?? '', cnpj, ...sent };
  const shown = await previewed.shownChart(read, (table) =>
    previewChart(deps, chartRegisters(request, table), personContext(call)),
  );
  return { shown, registers: 'is' in read ? null : chartRegisters(request, read) };
}

/** Registers what the preview showed. */
const gravar: ChartUpload['acts'][string] = (call, { staged, company, kept: { sent } }, asked) =>
  flow.withStaged(call, staged, async (file) => {
    const { shown, registers } = await shownOf(call, file, company, sent);
    const isSame = flow.isShown(asked, shown);
    if (!isSame || registers === null || shown.is === 'refused' || previewed.changesNothing(shown)) {
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

export const uploadPages = flow.uploadRoutes<object, previewed.StagedChart, SentName>({
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
