// Evidence files: a list to download, and a form that attaches one.
import { EVIDENCE_BYTES_MAX } from '../../../domain/reconciliation/refusals.js';
import { actLabels } from '../../../messages/acts.js';
import { FileField, Form } from '../../design/Form.js';
import { Table } from '../../design/Table.js';
import { DateTime, Part } from '../../design/values.js';
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
    <Part id="evidencias" title="Evidências">
      <Table
        caption="Arquivos anexados"
        rows={files}
        empty="Nenhum arquivo anexado."
        columns={[
          {
            ...{ head: 'Arquivo', as: 'long', look: 'file-name', phone: 'line' },
            cell: ({ revision, file }) => <File path={filePath(data.id, revision)} name={file.name} />,
          },
          { head: 'Tamanho', as: 'nowrap', phone: 'end', cell: ({ file }) => sizeText(file.sizeBytes) },
          { head: 'Anexado por', phone: 'start', cell: ({ by }) => by },
          { head: 'Quando', as: 'nowrap', phone: 'end', cell: ({ at }) => <DateTime at={at} /> },
        ]}
      />
      <ListPages {...{ call, id: data.id, of: data.files }} parameter="evidencias" title="Evidências" />
      {isPossible && (
        <Form call={call} action={actPath(data.id, 'attach', call)} upload data-part class="upload">
          <Revision {...{ call, data }} act="attach" />
          <FileField
            {...{ label: 'Anexar arquivos', id: 'arquivo', multiple: true }}
            hint={`Até ${EVIDENCE_BYTES_MAX / MB} MB cada um. Também por soltar ou colar aqui.`}
          />
          <button>{actLabels.attach}</button>
        </Form>
      )}
    </Part>
  );
}

/** Pictures are shown small; a PDF is opened by the browser. */
function File({ path, name }: Readonly<{ path: string; name: string }>) {
  return (
    <>
      {/\.(png|jpe?g|gif|webp)$/i.test(name) && <img class="thumb" src={path} alt="" loading="lazy" />}
      <a href={path} download>
        {name}
      </a>
      {/\.pdf$/i.test(name) && (
        <>
          {' · '}
          <a href={`${path}?ver=sim`} target="_blank" aria-label={`Ver ${name}`}>
            Ver
          </a>
        </>
      )}
    </>
  );
}

/** `340 bytes`, `1,2 kB`, `9,5 MB` */
function sizeText(bytes: number): string {
  if (bytes < 1_024) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  const [value, unit] = bytes < MB ? [bytes / 1_024, 'kB'] : [bytes / MB, 'MB'];
  return `${value.toFixed(1).replace('.', ',')} ${unit}`;
}
