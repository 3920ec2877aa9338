// /console/planos/enviar: a chart's file, shown with what it would change before it is registered.
import { clientGone } from '../../../api/http/connections/connection.js';
import type { FileOnDisk } from '../../../commands/imports/importFile.js';
import { applyRegisters, type ApplyResult } from '../../../commands/registers/applyRegisters.js';
import { chartRegisters } from '../../../commands/registers/chartFile.js';
import { previewChart } from '../../../commands/registers/previewChart.js';
import type { RegistersFile } from '../../../commands/registers/registersFile.js';
import type { CompanyFacts } from '../../../domain/clients/events.js';
import { DomainError } from '../../../domain/problem.js';
import { counted } from '../../../messages/formats.js';
import { registerFormSentences } from '../../../messages/registers.js';
import { askedIn } from '../../asked.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { Checkbox, CompanyField, Field, FileField } from '../../design/Form.js';
import { personContext, type ConsoleCall, type ConsoleRoute } from '../../route.js';
import { companiesSeen } from '../../session/access.js';
import { companyAndFile, isShown, keepFile, uploadRoutes, type Answer, type Upload } from '../../upload/flow.js';
import { withStaged } from '../../upload/stagedFiles.js';
import { mayEdit } from '../registers/change.js';
import { changesNothing, shownChart, type SentChart, type ShownChart, type StagedChart } from './chartPreview.js';
import { chartNames, CHARTS, chartSeen, UPLOAD } from './Charts.js';
import { UploadPreview } from './UploadPreview.js';

/** A longer chart would keep the thread of requests too long: `operator apply` takes 100,000 accounts. */
const ACCOUNTS_MAX = 20_000;

type ChartUpload = Upload<object, StagedChart, 'companyId' | 'nome' | 'vigenciaInicio' | 'vigenciaFim' | 'ativo'>;

export function uploadPages(deps: ConsoleDependencies): readonly ConsoleRoute[] {
  const kind: ChartUpload = {
    ...{ base: UPLOAD, may: mayEdit, purpose: 'plano' },
    fields: ['companyId', 'nome', 'vigenciaInicio', 'vigenciaFim', 'ativo'],
    ...{ place: async () => ({}), others: [], mayOpen: () => true },
    ...{ form, take, acts: { gravar } },
    preview: async (_, call, { path, kept: { sent, shown } }) => ({
      title: 'Enviar plano de contas',
      about: (
        <>
          , para o plano <strong>{sent.name}</strong>
        </>
      ),
      body: <UploadPreview {...{ call, path, sent, shown }} />,
    }),
  };
  return uploadRoutes(deps, kind);
}

/** preact's types of an input leave the attribute out. */
const SUGGESTED = { list: 'planos' } as object;

/** With `?plano=` for a new version of a chart, its facts are filled in. */
const form: ChartUpload['form'] = async (deps, call) => {
  const { text } = askedIn(call);
  const asked = text('plano');
  const chart = asked === '' ? null : await chartSeen(deps, call, asked);
  const companies = companiesSeen(deps.registers, call.state.session);
  const names = await chartNames(deps, call, null, 'all');
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

const take: ChartUpload['take'] = async (deps, call, { fields, files }) => {
  const missing = 'Escolha o arquivo do plano de contas';
  const { company, file, faults } = companyAndFile(deps, call, fields.companyId, files, missing);
  const name = (fields.nome ?? '').trim();
  if (name === '') return [...faults, 'Informe o nome do plano'];
  if (company === null || file === null || faults.length > 0) return faults;
  const { vigenciaInicio: from, vigenciaFim: to } = fields;
  // Without a start, the stored validity stays.
  const sent: SentChart = {
    ...{ name, active: fields.ativo === 'sim', validFrom: from ?? undefined },
    validTo: from !== null || to !== null ? to : undefined,
  };
  const { shown } = await shownOf(deps, call, file, company, sent);
  const of = { companyId: company.companyId, period: null, chartName: name };
  return keepFile(deps, call, 'plano', of, file, { sent, shown } satisfies StagedChart);
};

/** `registers` is null where the file has no table. */
async function shownOf(
  deps: ConsoleDependencies,
  call: ConsoleCall,
  { path }: Pick<FileOnDisk, 'path'>,
  { clientId, cnpj }: CompanyFacts,
  sent: SentChart,
): Promise<Readonly<{ shown: ShownChart; registers: RegistersFile | null }>> {
  const read = await deps.readAccountsTable(clientId, { path, accountsMax: ACCOUNTS_MAX }, clientGone(call));
  const request = { clientRef: deps.registers.clientById(clientId)?.ref ?? '', cnpj, ...sent };
  const shown = await shownChart(read, (table) =>
    previewChart({ ...deps, log: deps.eventLog }, chartRegisters(request, table), personContext(call)),
  );
  return { shown, registers: 'is' in read ? null : chartRegisters(request, read) };
}

/** Registers what the preview showed. */
const gravar: ChartUpload['acts'][string] = (deps, call, { staged, company, kept: { sent } }, asked) =>
  withStaged(deps, staged, async (file): Promise<Answer<StagedChart>> => {
    const { shown, registers } = await shownOf(deps, call, file, company, sent);
    const isSame = isShown(asked, shown);
    if (!isSame || registers === null || shown.is === 'refused' || changesNothing(shown)) {
      const told = 'O que o arquivo mudaria não é mais o que a página mostrava: confira de novo';
      return { changes: { kept: { sent, shown } }, told: [told, 'warn'] };
    }
    const done = await registered(deps, call, registers);
    if ('errors' in done) return { told: [done.errors[0] ?? '', 'bad'] };
    const chart = done.result.items.find(({ kind }) => kind === 'chart');
    const accounts = counted(done.accounts, 'conta nova ou alterada', 'contas novas ou alteradas');
    return {
      position: done.result.position,
      told: [`${sent.name}: plano gravado, com ${accounts}`],
      done: chart === undefined ? CHARTS : `${CHARTS}/${chart.id}`,
    };
  });

async function registered(
  deps: ConsoleDependencies,
  call: ConsoleCall,
  file: RegistersFile,
): Promise<Readonly<{ result: ApplyResult; accounts: number }> | Readonly<{ errors: readonly string[] }>> {
  let accounts = 0;
  const registering = {
    ...{ ...deps, log: deps.eventLog, registers: { refresh: deps.keys.refresh } },
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
