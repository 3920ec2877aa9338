// GET /console/conciliacoes/{id}/arquivos: chooses the files of an account's movements.
import { Form, FileField, SendButton } from '../../design/Form.js';
import { Errors } from '../../design/values.js';
import type { ConsoleCall } from '../../route.js';
import { filesPath } from '../conciliacao/addresses.js';

type Props = Readonly<{ call: ConsoleCall; id: number; errors: readonly string[] }>;

export function FilesForm({ call, id, errors }: Props) {
  return (
    <Form call={call} action={filesPath(id)} upload class="form-page" data-part>
      <Errors sentences={errors} />
      <FileField
        label="Razão da conta, ou lista de itens"
        id="campo-razao"
        hint="CSV, XLSX ou OFX com data, descrição e valor (ou débito e crédito); também documento e contraparte. Até 50.000 linhas."
      />
      <FileField
        label="Extrato, para conferir com o razão"
        id="campo-extrato"
        isRequired={false}
        hint="Do banco, do cartão ou do fornecedor. Sem ele, as linhas do primeiro arquivo são acrescentadas à composição."
      />
      <SendButton />
    </Form>
  );
}
