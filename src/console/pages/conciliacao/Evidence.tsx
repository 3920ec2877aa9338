// Evidence files: a list to download, and a form that attaches one.
import { EVIDENCE_BYTES_MAX } from '../../../domain/reconciliation/evidence.js';
import { actLabels } from '../../../messages/acts.js';
import { FileField, Form } from '../../design/Form.js';
import { Table } from '../../design/Table.js';
import { DateTime } from '../../design/values.js';
import type { ConsoleCall } from '../../route.js';
import { Revision } from './Acts.js';
import { actPath, filePath } from './addresses.js';
import { ListPages } from './ListPages.js';
import type { PageData } from './pageData.js';

const MB = 2 ** 20;

export function Evidence({ call, data }: Readonly<{ call: ConsoleCall; data: PageData }>) {
  const files = data.files.entries
    .toReversed()
    .flatMap((entry) => (entry.file === null ? [] : [{ ...entry, file: entry.file }]));
  const isPossible = data.acts.some(({ act, refusal }) => act === 'attach' && refusal === null);
  return (
    <section aria-labelledby="evidencias">
      <h2 id="evidencias">Evidências</h2>
      <Table
        caption="Arquivos anexados"
        rows={files}
        empty="Nenhum arquivo anexado."
        columns={[
          {
            ...{ head: 'Arquivo', as: 'long', look: 'file-name', phone: 'line' },
            cell: ({ revision, file }) => (
              <a href={filePath(data.id, revision)} download>
                {file.name}
              </a>
            ),
          },
          { head: 'Tamanho', as: 'nowrap', phone: 'end', cell: ({ file }) => sizeText(file.sizeBytes) },
          { head: 'Anexado por', phone: 'start', cell: ({ by }) => by },
          { head: 'Quando', as: 'nowrap', phone: 'end', cell: ({ at }) => <DateTime at={at} /> },
        ]}
      />
      <ListPages {...{ call, id: data.id, of: data.files }} parameter="evidencias" title="Evidências" />
      {isPossible && (
        <Form call={call} action={actPath(data.id, 'attach')} upload data-progress class="upload">
          <Revision {...{ call, data }} act="attach" />
          <FileField label="Anexar arquivo" id="arquivo" hint={`Até ${EVIDENCE_BYTES_MAX / MB} MB.`} />
          <button>{actLabels.attach}</button>
        </Form>
      )}
    </section>
  );
}

/** `340 bytes`, `1,2 kB`, `9,5 MB` */
function sizeText(bytes: number): string {
  if (bytes < 1_024) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  const [value, unit] = bytes < MB ? [bytes / 1_024, 'kB'] : [bytes / MB, 'MB'];
  return `${value.toFixed(1).replace('.', ',')} ${unit}`;
}
