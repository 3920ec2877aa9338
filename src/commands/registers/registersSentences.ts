// The errors of a registers' file in Portuguese: place and sentence, one per field.
import { maskCnpj } from '../../domain/kernel/cnpj.js';
import { stepNames } from '../../domain/clients/owners.js';
import type { RegisterReason, RegisterFault } from '../../domain/clients/refusals.js';

/** `row` is set for accounts files; `path` is then the file's name. */
export type FieldError = Readonly<{ path: string; row: number | null; field: string; message: string }>;

/** Keeps the first error of each field: a wrong field is not also reported as missing. */
export function errorsOf(
  errors: readonly FieldError[],
  faults: readonly RegisterFault[],
): readonly Readonly<{ path: string; message: string }>[] {
  const found = new Map<string, string>();
  const wrongFields = new Set<string>();
  for (const error of errors) {
    const path = placeOf(error);
    wrongFields.add(placeOf({ ...error, field: error.field.replace(/\[.*$/, '') }));
    if (!found.has(path)) found.set(path, error.message);
  }
  for (const fault of faults) {
    const path = placeOf(fault);
    if (!wrongFields.has(path) && !found.has(path)) found.set(path, sentence(fault.reason));
  }
  return [...found].map(([path, message]) => ({ path, message }));
}

/** `clients[0].companies[1].cnpj`, `plano.csv[linha 12].tipo`, or `arquivo` for the complete document. */
function placeOf({ path, row, field }: Readonly<{ path: string; row: number | null; field: string }>): string {
  const place = row === null ? path : `${path}[linha ${row}]`;
  return [place, field].filter((part) => part !== '').join('.') || 'arquivo';
}

function sentence(reason: RegisterReason): string {
  switch (reason.is) {
    case 'Required':
      return 'campo obrigatório';
    case 'ParentUnknown':
      return `a controladora ${maskCnpj(reason.cnpj)} não é uma empresa deste cliente`;
    case 'ParentItself':
      return 'a empresa não pode ser controladora de si mesma';
    case 'ParentCircle':
      return `as controladoras formam um ciclo: ${reason.cnpjs.map(maskCnpj).join(' → ')}`;
    case 'EndsBeforeStart':
      return `a data deve ser igual ou posterior a vigenciaInicio (${reason.validFrom})`;
    case 'CompanyUnknown':
      return `${maskCnpj(reason.cnpj)} não é uma empresa deste cliente`;
    case 'NotTheirClient':
      return 'somente um Administrador do módulo deste cliente pode alterá-lo';
    case 'LastAdministrator':
      return 'o cliente ficaria sem Administrador do módulo de todas as empresas; dê antes o papel a outra pessoa';
    case 'EmailOfAnotherClient':
      return 'este e-mail é de um usuário de outro cliente';
    case 'UserUnknown':
      return `${reason.email} não é um usuário deste cliente`;
    case 'DeadlineAfterNext': {
      const { step, days, later, laterDays } = reason;
      return `o prazo do ${stepNames[step]} (${days}) não pode passar do prazo do ${stepNames[later]} (${laterDays})`;
    }
  }
}
