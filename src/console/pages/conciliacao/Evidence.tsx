// Evidence files: a list to download, and a form that attaches one.
import { EVIDENCE_BYTES_MAX } from '../../../domain/reconciliation/evidence.js';
import { actLabels } from '../../../messages/acts.js';
import { Form } from '../../design/Form.js';
import { Table } from '../../design/Table.js';
import { DateTime, Empty } from '../../design/values.js';
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
      {files.length === 0 ? (
        <Empty>Nenhum arquivo anexado.</Empty>
      ) : (
        <Table
          stacked
          caption="Arquivos anexados"
          head={['Arquivo', 'Tamanho', 'Anexado por', 'Quando'].map((label) => (
            <th scope="col">{label}</th>
          ))}
        >
          {files.map(({ revision, at, by, file }) => (
            <tr>
              <td class="file-name">
                <a href={filePath(data.id, revision)} download>
                  {file.name}
                </a>
              </td>
              <td class="text-nowrap" data-label="Tamanho">
                {sizeText(file.sizeBytes)}
              </td>
              <td data-label="Anexado por">{by}</td>
              <td class="text-nowrap" data-label="Quando">
                <DateTime at={at} />
              </td>
            </tr>
          ))}
        </Table>
      )}
      <ListPages {...{ call, id: data.id, of: data.files }} parameter="evidencias" title="Evidências" />
      {isPossible && (
        <Form call={call} action={actPath(data.id, 'attach')} upload data-progress class="upload">
          <Revision {...{ call, data }} act="attach" />
          <label class="form-label" for="arquivo">
            Anexar arquivo
          </label>
          <input
            class="form-control"
            type="file"
            id="arquivo"
            name="file"
            required
            aria-describedby="dica-arquivo"
          />
          <p class="form-text" id="dica-arquivo">
            Até {EVIDENCE_BYTES_MAX / MB} MB.
          </p>
          <button class="btn btn-outline-primary">{actLabels.attach}</button>
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
