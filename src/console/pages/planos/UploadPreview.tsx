// What a chart's file would change, or what refuses it.
import { counted, wholeNumber } from '../../../messages/formats.js';
import { Table } from '../../design/Table.js';
import { Errors, Facts, State, Part } from '../../design/values.js';
import type { ConsoleCall } from '../../route.js';
import { Record } from '../../upload/flow.js';
import { changesNothing, type AcceptedChart, type ShownChange, type ShownChart } from './chartPreview.js';

type Props<Shown> = Readonly<{ call: ConsoleCall; path: string; shown: Shown }>;

export function UploadPreview({ call, path, shown }: Props<ShownChart>) {
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
          <Record {...{ call, action: `${path}/gravar`, shown, label: 'Gravar o plano' }} />
        </>
      )}
    </Part>
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
          { head: 'Mudança', phone: 'line', cell: changeIn },
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
