// GET /console/planos/enviar: chooses a file of accounts and says which chart it is.
import type { CompanyFacts } from '../../../domain/clients/events.js';
import { CompanyField, Field, FileField, Form, SendButton, Checkbox } from '../../design/Form.js';
import { Errors, Empty } from '../../design/values.js';
import type { ConsoleCall } from '../../route.js';
import { CHARTS } from './Charts.js';

export const UPLOAD = `${CHARTS}/enviar`;

/** As typed. */
export type ChosenChart = Readonly<{
  companyId: string;
  nome: string;
  vigenciaInicio: string;
  vigenciaFim: string;
  ativo: boolean;
}>;

/** preact's types of an input leave the attribute out. */
const SUGGESTED = { list: 'planos' } as object;

type Props = Readonly<{
  call: ConsoleCall;
  companies: readonly CompanyFacts[];
  /** Of existing charts, as suggestions. */
  names: readonly string[];
  chosen: ChosenChart;
  errors: readonly string[];
}>;

export function UploadForm({ call, companies, names, chosen, errors }: Props) {
  if (companies.length === 0) return <Empty>Cadastre uma empresa antes do seu plano de contas.</Empty>;
  return (
    <Form call={call} action={UPLOAD} upload class="form-page" data-part>
      <Errors sentences={errors} />
      <CompanyField companies={companies} value={chosen.companyId} />
      <Field
        label="Nome do plano"
        name="nome"
        value={chosen.nome}
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
        value={chosen.vigenciaInicio}
        hint="Um plano novo precisa dele; se não informado, a vigência do plano que existe fica como está."
      />
      <Field
        label="Fim da vigência"
        name="vigenciaFim"
        type="date"
        value={chosen.vigenciaFim}
        hint="Em branco: sem fim."
      />
      <Checkbox label="Plano ativo" name="ativo" checked={chosen.ativo} />
      <SendButton />
    </Form>
  );
}
