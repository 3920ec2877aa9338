// A chart's file from the console: port of its reader, and the registers' file that it becomes, so that the same
// checks and the same command register it as `apply`. Source: docs/spec/console.md#charts.
import type { AccountsTable, AccountsTableFault } from '../../domain/charts/accountsTable.js';
import type { RegistersFile } from './registersFile.js';

/** `accountsMax`: how many it may have. */
export type AccountsFile = Readonly<{ path: string; accountsMax: number }>;

/** Adapter: src/workers/fileTasks.ts. @throws DomainError `Unavailable` when too many wait; the signal's reason */
export type ReadAccountsTable = (
  clientId: number,
  file: AccountsFile,
  signal: AbortSignal,
) => Promise<AccountsTable | AccountsTableFault>;

/** Dates are YYYY-MM-DD; undefined keeps what is stored. `validTo` null: open-ended. */
export type ChartRequest = Readonly<{
  clientRef: string;
  cnpj: string;
  name: string;
  validFrom: string | undefined;
  validTo: string | null | undefined;
  active: boolean | undefined;
}>;

/** The name that errors of rows begin with: `contas[linha 12].tipo`. */
export const ACCOUNTS = 'contas';

export function chartRegisters(request: ChartRequest, { rows }: Pick<AccountsTable, 'rows'>): RegistersFile {
  const { clientRef, cnpj, name, validFrom, validTo, active } = request;
  const chart = {
    nome: name,
    accountsFile: ACCOUNTS,
    ...(validFrom !== undefined && { vigenciaInicio: validFrom }),
    ...(validTo !== undefined && { vigenciaFim: validTo }),
    ...(active !== undefined && { ativo: active }),
  };
  return {
    document: { clients: [{ ref: clientRef, companies: [{ cnpj, charts: [chart] }] }] },
    readAdjacent: async () => ({ rows, errors: [] }),
  };
}
