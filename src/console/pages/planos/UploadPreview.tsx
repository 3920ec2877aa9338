// GET /console/planos/enviar/{staged}: what the file would change in the chart, or what refuses it.
import type { StagedFile } from '../../../commands/imports/stagedFiles.js';
import type { CompanyFacts } from '../../../domain/clients/events.js';
import { wholeNumber } from '../../../messages/formats.js';
import { Form } from '../../design/Form.js';
import { Table } from '../../design/Table.js';
import { Errors, State, Fact } from '../../design/values.js';
import type { ConsoleCall } from '../../route.js';
import { fingerprintOf } from '../../session/stagedFiles.js';
import {
  changesNothing,
  type AcceptedChart,
  type RefusedChart,
  type ShownChange,
  type StagedChart,
} from './chartPreview.js';
import { UPLOAD } from './UploadForm.js';

type Props = Readonly<{ call: ConsoleCall; staged: StagedFile; company: CompanyFacts; kept: StagedChart }>;

export function UploadPreview({ call, staged, company, kept: { sent, shown } }: Props) {
  const path = `${UPLOAD}/${staged.stagedId}`;
  return (
    <>
      <p>
        <strong>{staged.name}</strong>, para o plano <strong>{sent.name}</strong> de{' '}
        <strong>{company.legalName}</strong>. Nada foi gravado ainda.
      </p>
      {shown.is === 'accepted' ? (
        <Accepted {...{ call, path, shown }} fingerprint={fingerprintOf(staged.preview)} />
      ) : (
        <Refused {...shown} />
      )}
      <Form call={call} action={`${path}/descartar`}>
        <button>Descartar e enviar outro arquivo</button>
      </Form>
    </>
  );
}

function Refused({ sentences, count }: RefusedChart) {
  return (
    <section aria-label="O que impede o cadastro">
      <h2>O que impede o cadastro</h2>
      <Errors sentences={sentences} />
      {count > sentences.length && (
        <p>
          São {wholeNumber(count)} erros; aqui estão os primeiros {sentences.length}.
        </p>
      )}
    </section>
  );
}

type AcceptedProps = Readonly<{ call: ConsoleCall; path: string; shown: AcceptedChart; fingerprint: string }>;

function Accepted({ call, path, shown, fingerprint }: AcceptedProps) {
  const { isNew, head, added, changed, unchanged, leftOut, changes, columns, unused } = shown;
  return (
    <section aria-label="O que o arquivo mudaria">
      <h2>O que o arquivo mudaria</h2>
      <dl class="facts">
        <Fact name="Plano">{isNew ? 'Novo' : 'Existente'}</Fact>
        {head.map(({ name, before, after }) => (
          <Fact name={name}>{before === '' ? after : `${before} → ${after}`}</Fact>
        ))}
        <Fact name="Contas">
          {counted(added, 'nova')}; {counted(changed, 'alterada')}; {counted(unchanged, 'igual', 'iguais')}
          {leftOut > 0 && <>; {leftOutText(leftOut)}</>}
        </Fact>
        <Fact name="Colunas lidas">{columns.join('; ')}</Fact>
        {unused.length > 0 && <Fact name="Colunas não usadas">{unused.join('; ')}</Fact>}
      </dl>
      {changesNothing(shown) ? (
        <div class="note">O plano já está assim: não há nada a gravar.</div>
      ) : (
        <>
          <Changes changes={changes} total={added + changed} />
          <Form call={call} action={`${path}/gravar`}>
            <input type="hidden" name="previa" value={fingerprint} />
            <p>
              <button class="primary">Gravar o plano</button>
            </p>
          </Form>
        </>
      )}
    </section>
  );
}

function Changes({ changes, total }: Readonly<{ changes: readonly ShownChange[]; total: number }>) {
  if (changes.length === 0) return null;
  return (
    <>
      <Table
        caption="Contas novas e alteradas"
        rows={changes}
        columns={[
          { head: 'Código', as: 'nowrap', phone: 'start', cell: ({ code }) => code },
          { head: 'Descrição', phone: 'line', cell: ({ description }) => description },
          {
            ...{ head: 'Mudança', phone: 'line' },
            cell: ({ isNew, fields }) => (isNew ? <New fields={fields} /> : <Changed fields={fields} />),
          },
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

type FieldsProps = Pick<ShownChange, 'fields'>;

/** The description stands beside it. */
function New({ fields }: FieldsProps) {
  const others = fields.filter(({ name }) => name !== 'Descrição');
  return (
    <>
      <State tone="plain">Nova</State> {others.map(({ name, after }) => `${name}: ${after}`).join('; ')}
    </>
  );
}

function Changed({ fields }: FieldsProps) {
  return (
    <>
      {fields.map(({ name, before, after }) => (
        <div>
          {name}: <del>{before === '' ? 'em branco' : before}</del> →{' '}
          <ins>{after === '' ? 'em branco' : after}</ins>
        </div>
      ))}
    </>
  );
}

const counted = (count: number, one: string, more = `${one}s`): string =>
  `${wholeNumber(count)} ${count === 1 ? one : more}`;

function leftOutText(count: number): string {
  return count === 1
    ? '1 do plano não está no arquivo e fica como está'
    : `${wholeNumber(count)} do plano não estão no arquivo e ficam como estão`;
}
