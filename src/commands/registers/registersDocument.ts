// Reads a registers' file: checks every field on its own and collects all errors with their places. Conflicts with the
// stored registers are checked by the domain afterwards.
import type {
  RequestedAccount,
  RequestedChart,
  RequestedClient,
  RequestedCompany,
} from '../../domain/clients/applyRequest.js';
import { readAccountsFile } from './accountsFile.js';
import {
  accountFields,
  chartFields,
  clientFields,
  companyFields,
  registersDocumentFields,
  readRegisterFields,
  type Reject,
} from './registersFields.js';
import type { RegistersFile } from './registersFile.js';
import { readCompanySettings, readUsers } from './registersSettings.js';
import type { FieldError } from './registersSentences.js';

/** With errors, `clients` contains what could be read, for the checks against the stored registers. */
export type RegistersDocument = Readonly<{ clients: readonly RequestedClient[]; errors: readonly FieldError[] }>;

/** Replaces a wrong name or CNPJ; never registered. */
const UNREADABLE = '';
const ACCOUNTS_MAX = 100_000;

export async function readRegistersDocument(file: RegistersFile): Promise<RegistersDocument> {
  const reading = new Reading(file);
  const fields = readRegisterFields(registersDocumentFields, file.document, reading.rejectAt(''));
  const clients: RequestedClient[] = [];
  const refs = new Set<string>();
  for (const [index, value] of (fields?.clients ?? []).entries())
    clients.push(...(await reading.client(value, `clients[${index}]`, refs)));
  return { clients, errors: reading.errors };
}

/** Collects errors; reads each accounts file once. */
class Reading {
  readonly errors: FieldError[] = [];
  readonly #file: RegistersFile;
  readonly #accountsFiles = new Map<string, Promise<readonly RequestedAccount[] | string>>();
  readonly #emails = new Set<string>();

  constructor(file: RegistersFile) {
    this.#file = file;
  }

  readonly rejectAt =
    (path: string, row: number | null = null): Reject =>
    (field, message) =>
      this.errors.push({ path, row, field, message });

  async client(value: unknown, path: string, refs: Set<string>): Promise<RequestedClient[]> {
    const reject = this.rejectAt(path);
    const fields = readRegisterFields(clientFields, value, reject);
    if (!fields) return [];
    once(refs, fields.ref, () => reject('ref', 'este cliente aparece mais de uma vez'));
    const companies: RequestedCompany[] = [];
    const cnpjs = new Set<string>();
    for (const [index, item] of (fields.companies ?? []).entries())
      companies.push(...(await this.#company(item, `${path}.companies[${index}]`, cnpjs)));
    const users = readUsers(fields.users ?? [], path, this.rejectAt, this.#emails);
    return [
      { path, ref: fields.ref ?? UNREADABLE, name: fields.name, companies, users, holidays: fields.holidays },
    ];
  }

  async #company(value: unknown, path: string, cnpjs: Set<string>): Promise<RequestedCompany[]> {
    const reject = this.rejectAt(path);
    const fields = readRegisterFields(companyFields, value, reject);
    if (!fields) return [];
    once(cnpjs, fields.cnpj, () => reject('cnpj', 'este CNPJ aparece mais de uma vez no cliente'));
    const charts: RequestedChart[] = [];
    const names = new Set<string>();
    for (const [index, item] of (fields.charts ?? []).entries())
      charts.push(...(await this.#chart(item, `${path}.charts[${index}]`, names)));
    const requested: RequestedCompany = {
      path,
      cnpj: fields.cnpj ?? UNREADABLE,
      legalName: fields.razaoSocial,
      tradeName: fields.nomeFantasia,
      taxRegime: fields.regimeTributario,
      status: fields.status,
      parentCnpj: fields.controladoraCnpj,
      modules: fields.modules,
      charts,
      ...readCompanySettings(fields, path, this.rejectAt),
    };
    return [requested];
  }

  async #chart(value: unknown, path: string, names: Set<string>): Promise<RequestedChart[]> {
    const reject = this.rejectAt(path);
    const fields = readRegisterFields(chartFields, value, reject);
    if (!fields) return [];
    once(names, fields.nome, () => reject('nome', 'este plano aparece mais de uma vez na empresa'));
    if (fields.accounts && fields.accountsFile)
      reject('accountsFile', 'informe accounts ou accountsFile (não ambos)');
    const listed = (fields.accounts ?? []).map((item, index) => ({
      value: item,
      place: { path: `${path}.accounts[${index}]`, row: null },
    }));
    const fromFile = fields.accountsFile === undefined ? [] : await this.#accountsFromFile(fields.accountsFile);
    if (typeof fromFile === 'string') reject('accountsFile', fromFile);
    const requested: RequestedChart = {
      path,
      name: fields.nome ?? UNREADABLE,
      validFrom: fields.vigenciaInicio,
      validTo: fields.vigenciaFim,
      active: fields.ativo,
      accounts: [...this.#accounts(listed), ...(typeof fromFile === 'string' ? [] : fromFile)],
    };
    if (requested.accounts.length > ACCOUNTS_MAX)
      reject('accounts', `o plano aceita no máximo ${ACCOUNTS_MAX} contas`);
    return [requested];
  }

  #accountsFromFile(name: string): Promise<readonly RequestedAccount[] | string> {
    const known = this.#accountsFiles.get(name);
    if (known) return known;
    const reading = this.#readAccountsFile(name);
    this.#accountsFiles.set(name, reading);
    return reading;
  }

  async #readAccountsFile(name: string): Promise<readonly RequestedAccount[] | string> {
    const found = await this.#file.readAdjacent(name);
    if ('unreadable' in found) return found.unreadable;
    const read = found instanceof Uint8Array ? readAccountsFile(found, Object.keys(accountFields.shape)) : found;
    for (const { row, message } of read.errors) this.rejectAt(name, row)('', message);
    return this.#accounts(read.rows.map(({ row, account }) => ({ value: account, place: { path: name, row } })));
  }

  #accounts(items: readonly Readonly<{ value: unknown; place: RequestedAccount['place'] }>[]): RequestedAccount[] {
    const codes = new Set<string>();
    return items.flatMap(({ value, place }) => {
      const reject = this.rejectAt(place.path, place.row);
      const fields = readRegisterFields(accountFields, value, reject);
      if (!fields) return [];
      once(codes, fields.codigo, () => reject('codigo', 'esta conta aparece mais de uma vez no plano'));
      const requested: RequestedAccount = {
        place,
        code: fields.codigo ?? UNREADABLE,
        shortCode: fields.codigoReduzido,
        description: fields.descricao,
        kind: fields.tipo,
        nature: fields.natureza,
        classification: fields.classificacao,
        department: fields.departamento,
        sector: fields.setor,
        requiresReconciliation: fields.exigeConciliacao,
      };
      return [requested];
    });
  }
}

function once(seen: Set<string>, name: string | undefined, twice: () => void): void {
  if (name === undefined) return;
  if (seen.has(name)) twice();
  seen.add(name);
}
