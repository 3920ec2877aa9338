// GET /console/balancetes/enviar/{staged}: how the file was read, what is wrong with it, and what its import would change.
import type { StagedFile } from '../../../commands/imports/stagedFiles.js';
import type { CompanyFacts } from '../../../domain/clients/events.js';
import { wholeNumber } from '../../../messages/formats.js';
import { Field, Form, Select } from '../../design/Form.js';
import { Table } from '../../design/Table.js';
import { Errors, Money, Period, Fact } from '../../design/values.js';
import type { ConsoleCall } from '../../route.js';
import { ColumnsForm, Reading } from './Columns.js';
import { Affected } from '../balancetes/parts.js';
import { fingerprintOf, ownerOf } from '../../session/stagedFiles.js';
import { copyFormat, type AcceptedPreview, type Preview, type RefusedPreview } from './preview.js';
import { SEND } from './SendForm.js';

type Props = Readonly<{
  call: ConsoleCall;
  staged: StagedFile;
  company: CompanyFacts;
  preview: Preview;
  /** Active charts of the company, by name. */
  charts: readonly string[];
}>;

export function PreviewPage({ call, staged, company, preview, charts }: Props) {
  const path = `${SEND}/${staged.stagedId}`;
  const { interpretation } = preview;
  return (
    <>
      <p>
        <strong>{staged.name}</strong>, {wholeNumber(Math.ceil(staged.size / 1_024))} kB, de{' '}
        <strong>{company.legalName}</strong>. Nada foi gravado ainda.
      </p>
      {preview.is === 'accepted' ? (
        <Accepted {...{ call, staged, path, preview }} />
      ) : (
        <Refused {...{ call, staged, path, preview, charts }} />
      )}
      {interpretation !== null && (
        <>
          <h2>Como o arquivo foi lido</h2>
          <Reading interpretation={interpretation} />
          <ColumnsForm
            {...{ call, staged, path, interpretation }}
            isWrong={preview.is === 'refused' && preview.isOfColumns}
          />
        </>
      )}
      {staged.owner === ownerOf(call, staged.purpose).owner && (
        <Form call={call} action={`${path}/descartar`}>
          <button>Descartar e enviar outro arquivo</button>
        </Form>
      )}
    </>
  );
}

type RefusedProps = Pick<Props, 'call' | 'staged' | 'charts'> &
  Readonly<{ path: string; preview: RefusedPreview }>;

function Refused({ call, staged, path, charts, preview }: RefusedProps) {
  const { sentences, errors, errorCount, asks, interpretation } = preview;
  return (
    <section aria-label="O que impede a importação">
      <h2>O que impede a importação</h2>
      <Errors sentences={sentences} />
      {asks.length > 0 && (
        <Form call={call} action={`${path}/informar`} class="form-page">
          {asks.includes('period') && (
            <Field label="Competência" name="period" type="month" required value={staged.period ?? ''} />
          )}
          {asks.includes('chartName') && (
            <Select
              {...{ label: 'Plano de contas', name: 'chartName', required: true }}
              value={staged.chartName ?? ''}
              options={[['', 'Escolha'], ...charts.map((name) => [name, name] as const)]}
            />
          )}
          <button class="primary">Conferir</button>
        </Form>
      )}
      {errors.length > 0 && (
        <>
          <p>
            {errorCount === 1 ? '1 erro' : `${wholeNumber(errorCount)} erros`} nas linhas do arquivo
            {errorCount > errors.length && <>; aqui estão os primeiros {errors.length}</>}.
          </p>
          <Form call={call} action={`${path}/erros`}>
            <p>
              <button>
                Baixar o arquivo com os erros de cada linha ({copyFormat(interpretation).toUpperCase()})
              </button>
            </p>
          </Form>
          <Table
            caption="Erros por linha"
            rows={errors}
            columns={[
              { head: 'Linha', as: 'number', cell: ({ line }) => wholeNumber(line) },
              { head: 'Coluna', cell: ({ column }) => column },
              { head: 'Conta', as: 'nowrap', cell: ({ accountCode }) => accountCode },
              { head: 'Erro', phone: 'line', cell: ({ sentence }) => sentence },
            ]}
          />
        </>
      )}
    </section>
  );
}

type AcceptedProps = Readonly<{ call: ConsoleCall; staged: StagedFile; path: string; preview: AcceptedPreview }>;

function Accepted({ call, staged, path, preview }: AcceptedProps) {
  const { competence, chartName, changes, warnings, resendOf, impact } = preview;
  return (
    <section aria-label="O que a importação mudaria">
      <h2>O que a importação mudaria</h2>
      <dl class="facts">
        <Fact name="Competência">{competence !== null && <Period period={competence} />}</Fact>
        <Fact name="Plano de contas">{chartName}</Fact>
        <Fact name="Linhas">
          {wholeNumber(preview.received)} no arquivo; {wholeNumber(preview.imported)} entram;{' '}
          {wholeNumber(preview.ignoredNotInChart)} fora do plano; {wholeNumber(preview.ignoredNotReconciled)} que
          não conciliam
        </Fact>
        <Fact name="Contas">
          {wholeNumber(changes.added)} incluídas; {wholeNumber(changes.changed)} alteradas;{' '}
          {wholeNumber(changes.removed)} removidas
        </Fact>
      </dl>
      {resendOf !== null && (
        <div class="note">O conteúdo é igual ao da versão atual: a importação não muda nada.</div>
      )}
      {impact !== null && <ImpactOf impact={impact} />}
      {warnings.length > 0 && (
        <>
          <h3>{warnings.length === 1 ? '1 aviso' : `${wholeNumber(warnings.length)} avisos`}</h3>
          <ul>
            {warnings.map((sentence) => (
              <li>{sentence}</li>
            ))}
          </ul>
        </>
      )}
      <Form call={call} action={`${path}/importar`}>
        <input type="hidden" name="previa" value={fingerprintOf(staged.preview)} />
        <button class="primary">Importar</button>
        {staged.mapping !== null && <p class="hint">Com as colunas corrigidas para este arquivo.</p>}
      </Form>
    </section>
  );
}

type PreviewImpact = NonNullable<AcceptedPreview['impact']>;

function ImpactOf({ impact: { reconciliations, next, continuity } }: Readonly<{ impact: PreviewImpact }>) {
  return (
    <>
      <h3>Conciliações que voltariam a “Saldo alterado”</h3>
      <Affected {...(reconciliations ?? { items: [], total: 0 })} />
      <h3>
        Continuidade com <Period period={next} />
      </h3>
      <Continuity {...continuity} />
    </>
  );
}

function Continuity({ items, total }: PreviewImpact['continuity']) {
  if (total === 0)
    return <p>Os saldos anteriores do mês seguinte continuariam conferindo, ou ele ainda não foi importado.</p>;
  return (
    <>
      <div class="note warn">
        {total === 1
          ? '1 conta do mês seguinte deixaria'
          : `${wholeNumber(total)} contas do mês seguinte deixariam`}{' '}
        de abrir com o saldo final deste
        {total > items.length && <>; aqui estão as primeiras {items.length}</>}.
      </div>
      <Table
        caption="Contas cuja continuidade deixaria de conferir"
        rows={items}
        columns={[
          { head: 'Conta', as: 'nowrap', phone: 'start', cell: ({ accountCode }) => accountCode },
          {
            head: 'Saldo final deste mês',
            as: 'number',
            cell: ({ closingCents }) => <Money cents={closingCents} />,
          },
          {
            ...{ head: 'Saldo anterior do seguinte', as: 'number' },
            cell: ({ openingCents }) => <Money cents={openingCents} />,
          },
        ]}
      />
    </>
  );
}
