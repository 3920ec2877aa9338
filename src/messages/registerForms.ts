// Errors of registers for the forms of the console: the label of the field instead of its place in a file.

type FieldErrors = readonly Readonly<{ path: string; message: string }>[];

/** By the end of the field's place. */
const LABELS: Readonly<Record<string, string>> = {
  razaoSocial: 'Razão social',
  nomeFantasia: 'Nome fantasia',
  cnpj: 'CNPJ',
  regimeTributario: 'Regime tributário',
  status: 'Situação',
  controladoraCnpj: 'Controladora',
  modules: 'Módulos',
  email: 'E-mail',
  name: 'Nome',
  roles: 'Papéis',
  holidays: 'Feriados',
  'deadlines.preparer': 'Prazo do Elaborador',
  'deadlines.reviewer': 'Prazo do Revisor',
  'deadlines.approver': 'Prazo do Aprovador',
  'autoApproval.upTo': 'Saldo de até',
  departamento: 'Departamento',
  setor: 'Setor',
  codigo: 'Conta',
  preparer: 'Elaborador',
  reviewer: 'Revisor',
  approver: 'Aprovador',
};

/** Another client's people are nobody's business. */
const OF_ANOTHER_CLIENT = 'este e-mail é de um usuário de outro cliente';
const EMAIL_IN_USE = 'este e-mail já está em uso';

/** @param lines the line typed by the index of `owners`, where a form has empty lines between */
export function registerErrorSentences(errors: FieldErrors, lines: readonly number[] = []): readonly string[] {
  return errors.map(({ path, message }) => {
    const text = message === OF_ANOTHER_CLIENT ? EMAIL_IN_USE : message;
    const label = labelOf(path);
    const owner = /\.owners\[(\d+)\]/.exec(path)?.[1];
    const line = owner === undefined ? null : (lines[Number(owner)] ?? Number(owner) + 1);
    const place = [...(line === null ? [] : [`Responsáveis, linha ${line}`]), ...(label === null ? [] : [label])];
    return place.length === 0 ? capital(text) : `${place.join(', ')}: ${text}`;
  });
}

function labelOf(path: string): string | null {
  const parts = path.replace(/\[[^\]]*\]/g, '').split('.');
  return LABELS[parts.slice(-2).join('.')] ?? LABELS[parts.at(-1) ?? ''] ?? null;
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
