// Reads registers into what they request: each field by the schema, then names that are missing or there twice,
// and fields that exclude each other. Conflicts with the stored registers are checked by the domain afterwards.
import { accountColumns } from '../../domain/charts/accountsTable.js';
import type {
  RequestedAccount,
  RequestedChart,
  RequestedClient,
  RequestedCompany,
  RequestedOwners,
  RequestedSettings,
  RequestedUser,
} from '../../domain/clients/applyRequest.js';
import type { TriedRules } from '../../domain/clients/decideSettings.js';
import { eachStep, ownerScopes, scopeFields, steps } from '../../domain/clients/roles.js';
import type { RegisterFault, RegisterPath, RegisterReason } from '../../domain/clients/refusals.js';
import { refuse } from '../../domain/problem.js';
import { readAccountsFile, type RegistersFile } from './registersFile.js';
import * as schema from './registersSchema.js';
import { ACCOUNTS_MAX, parseFields, UNREADABLE } from './registersSchema.js';

/** With faults, `clients` contains what could be read, for the checks against the stored registers. */
export async function readRegisters(file: RegistersFile) {
  const { fields, faults } = parseFields(schema.registers, file.document, []);
  const reader = new RegistersReader(file, faults);
  const clients: RequestedClient[] = [];
  for (const [index, client] of (fields?.clients ?? []).entries())
    clients.push(await reader.client(client, ['clients', index]));
  return { clients, faults: reader.faults };
}

/** A company's rules that a backtest tries, as in a registers' file. @throws DomainError `RegistersInvalid` */
export function readTriedRules({ document }: Pick<RegistersFile, 'document'>): TriedRules {
  const root = ['arquivo'];
  const { fields, faults } = parseFields(schema.triedRules, document, root);
  const reader = new RegistersReader(null, faults);
  const rules = reader.settings(fields ?? {}, root);
  const wrong = mergedFaults(reader.faults, []);
  if (wrong.length > 0) refuse({ is: 'RegistersInvalid', errors: wrong });
  return rules;
}

/** The first fault of each field. None is told missing where it, or something above or in it, is wrong. */
export function mergedFaults(
  faults: readonly RegisterFault[],
  conflicts: readonly RegisterFault[],
): readonly RegisterFault[] {
  const isMissing = ({ reason: { is } }: RegisterFault): boolean => is === 'Required' || is === 'OneOf';
  const merged = new Map<string, RegisterFault>();
  const wrong = new Set<string>();
  const holders = new Set<string>();
  for (const fault of [...faults, ...conflicts]) {
    const [key = '', ...around] = keysOf(fault.path);
    const first = merged.get(key);
    if (first === undefined || isMissing(first)) merged.set(key, fault);
    if (!isMissing(fault)) wrong.add(key);
    if (fault.reason.is !== 'UnknownField') for (const holder of around) holders.add(holder);
  }
  return [...merged]
    .filter(([key, fault]) => {
      if (!isMissing(fault)) return true;
      return !holders.has(key) && !keysOf(fault.path).some((one) => wrong.has(one));
    })
    .map(([, fault]) => fault);
}

/** The field's own key, then of what holds it, outermost last. */
function keysOf(path: RegisterPath): string[] {
  const keys = [''];
  for (const part of path) keys.unshift(`${keys[0]},${JSON.stringify(part)}`);
  return keys;
}

/** Collects faults; reads each accounts file once. */
class RegistersReader {
  readonly faults: RegisterFault[];
  readonly #accountsFiles = new Map<string, Promise<readonly RequestedAccount[] | RegisterReason>>();
  readonly #refs = new Set<string>();
  /** An e-mail belongs to one user of one client. */
  readonly #emails = new Set<string>();

  constructor(
    private readonly file: RegistersFile | null,
    faults: readonly RegisterFault[],
  ) {
    this.faults = [...faults];
  }

  async client(fields: schema.ClientFields, path: RegisterPath): Promise<RequestedClient> {
    this.#requireName(this.#refs, fields.ref, [...path, 'ref']);
    const cnpjs = new Set<string>();
    const companies: RequestedCompany[] = [];
    for (const [index, company] of (fields.companies ?? []).entries())
      companies.push(await this.#company(company, [...path, 'companies', index], cnpjs));
    const users = (fields.users ?? []).map((user, index) => this.#user(user, [...path, 'users', index]));
    return { path, ref: fields.ref, name: fields.name, companies, users, holidays: fields.holidays };
  }

  #user({ email, name, roles }: schema.UserFields, path: RegisterPath): RequestedUser {
    this.#requireName(this.#emails, email, [...path, 'email']);
    const requested = roles?.map(({ role, companies: cnpjs = null }, index) => ({
      path: [...path, 'roles', index],
      role,
      cnpjs,
    }));
    return { path, email, name, roles: requested };
  }

  async #company(fields: schema.CompanyFields, path: RegisterPath, cnpjs: Set<string>): Promise<RequestedCompany> {
    this.#requireName(cnpjs, fields.cnpj, [...path, 'cnpj']);
    const names = new Set<string>();
    const charts: RequestedChart[] = [];
    for (const [index, chart] of (fields.charts ?? []).entries())
      charts.push(await this.#chart(chart, [...path, 'charts', index], names));
    return {
      path,
      cnpj: fields.cnpj,
      legalName: fields.razaoSocial,
      tradeName: fields.nomeFantasia,
      taxRegime: fields.regimeTributario,
      status: fields.status,
      parentCnpj: fields.controladoraCnpj,
      modules: fields.modules,
      charts,
      ...this.settings(fields, path),
    };
  }

  settings(fields: schema.SettingFields, path: RegisterPath): RequestedSettings {
    const { autoApproval, checklist, deadlines, intercompany, tolerance, variation, risk } = fields;
    this.#ruleNames(tolerance, [...path, 'tolerance']);
    this.#ruleNames(variation, [...path, 'variation']);
    this.#ruleNames(risk, [...path, 'risk']);
    for (const [index, rule] of (tolerance ?? []).entries())
      if (rule.amount === undefined && rule.percent === undefined)
        this.#addFault([...path, 'tolerance', index], { is: 'OneOf', fields: ['amount', 'percent'] });
    const points = new Set<string>();
    for (const [index, { text }] of (checklist ?? []).entries())
      this.#requireOnce(points, text, [...path, 'checklist', index, 'text']);
    const rules = new Set<string>();
    for (const [index, rule] of (intercompany ?? []).entries())
      this.#requireOnce(rules, JSON.stringify(Object.values(rule)), [...path, 'intercompany', index]);
    return {
      deadlines: deadlines && eachStep((step) => deadlines[step]),
      owners: this.#owners(fields.owners, [...path, 'owners']),
      autoApproval: autoApproval && {
        zeroWithoutMovement: autoApproval.zeroWithoutMovement,
        zero: autoApproval.zero,
        withoutMovement: autoApproval.withoutMovement,
        upToCents: autoApproval.upTo,
      },
      carry: fields.carry,
      freezesClosed: fields.congelarAoFechar,
      tolerance: tolerance?.map(({ prefix = '', amount = null, percent = null }) => ({
        prefix,
        amountCents: amount,
        basisPoints: percent,
      })),
      variation: variation?.map(({ prefix = '', amount, percent, against }) => ({
        prefix,
        amountCents: amount,
        basisPoints: percent,
        against,
      })),
      risk,
      checklist: checklist?.map(({ text, role = null, workingDay = null, blocking = false }) => ({
        text,
        role,
        workingDay,
        blocking,
      })),
      statement: fields.statement,
      intercompany,
    };
  }

  #owners(owners: schema.SettingFields['owners'], path: RegisterPath): RequestedOwners[] | undefined {
    const scopesSeen = new Set<string>();
    return owners?.map((fields, index) => {
      const place = [...path, index];
      const scopes = ownerScopes.flatMap((scope) => {
        const value = scope === 'all' ? undefined : fields[scopeFields[scope]];
        return value === undefined ? [] : [{ scope, value }];
      });
      if (scopes.length > 1) this.#addFault(place, { is: 'OnlyOneOf', fields: Object.values(scopeFields) });
      const { scope, value } = scopes[0] ?? { scope: 'all', value: '' };
      this.#requireOnce(scopesSeen, `${scope} ${value}`, place);
      if (steps.every((step) => fields[step] === undefined)) this.#addFault(place, { is: 'OneOf', fields: steps });
      return { path: place, scope, value, ...eachStep((step) => fields[step]) };
    });
  }

  async #chart(fields: schema.ChartFields, path: RegisterPath, names: Set<string>): Promise<RequestedChart> {
    const { accounts, accountsFile } = fields;
    this.#requireName(names, fields.nome, [...path, 'nome']);
    if (accounts && accountsFile !== undefined) this.#addFault([...path, 'accountsFile'], { is: 'AccountsTwice' });
    const inlineAccounts = this.#accounts(accounts ?? [], (index) => [...path, 'accounts', index]);
    const filed = accountsFile === undefined ? [] : await this.#accountsFromFile(accountsFile);
    if ('is' in filed) this.#addFault([...path, 'accountsFile'], filed);
    else if (filed.length > ACCOUNTS_MAX)
      this.#addFault([...path, 'accounts'], { is: 'TooMany', max: ACCOUNTS_MAX });
    return {
      path,
      name: fields.nome,
      validFrom: fields.vigenciaInicio,
      validTo: fields.vigenciaFim,
      active: fields.ativo,
      accounts: 'is' in filed || accountsFile === undefined ? inlineAccounts : filed,
    };
  }

  #accountsFromFile(name: string): Promise<readonly RequestedAccount[] | RegisterReason> {
    const reading = this.#accountsFiles.get(name) ?? this.#readAccountsFile(name);
    this.#accountsFiles.set(name, reading);
    return reading;
  }

  async #readAccountsFile(name: string): Promise<readonly RequestedAccount[] | RegisterReason> {
    const file = await (this.file?.readAdjacent(name) ?? { unreadable: { is: 'NoFiles' } as const });
    if ('unreadable' in file) return file.unreadable;
    const accountsFile = file instanceof Uint8Array ? readAccountsFile(file, accountColumns) : file;
    const placeOf = (row: number | null): RegisterPath => (row === null ? [name] : [name, { row }]);
    for (const { row, reason } of accountsFile.errors) this.#addFault(placeOf(row), reason);
    return this.#accounts(
      accountsFile.rows.map(({ account }) => account),
      (index) => placeOf(accountsFile.rows[index]?.row ?? null),
    );
  }

  #accounts(accounts: readonly unknown[], placeOf: (index: number) => RegisterPath): RequestedAccount[] {
    const codes = new Set<string>();
    return accounts.flatMap((account, index) => {
      const path = placeOf(index);
      const { fields, faults } = parseFields(schema.account, account, path);
      for (const fault of faults) this.faults.push(fault);
      if (fields === null) return [];
      this.#requireName(codes, fields.codigo, [...path, 'codigo']);
      return {
        path,
        code: fields.codigo,
        shortCode: fields.codigoReduzido,
        description: fields.descricao,
        kind: fields.tipo,
        nature: fields.natureza,
        classification: fields.classificacao,
        department: fields.departamento,
        sector: fields.setor,
        requiresReconciliation: fields.exigeConciliacao,
      };
    });
  }

  /** Rules by prefix, each of which is there once. One that was no object is empty here. */
  #ruleNames(rules: readonly Readonly<{ prefix?: string | undefined }>[] | undefined, path: RegisterPath): void {
    const prefixes = new Set<string>();
    for (const [index, rule] of (rules ?? []).entries())
      if (Object.keys(rule).length > 0) this.#requireOnce(prefixes, rule.prefix ?? '', [...path, index, 'prefix']);
  }

  /** A name must be there, and once. */
  #requireName(names: Set<string>, name: string, path: RegisterPath): void {
    if (name === UNREADABLE) this.#addFault(path, { is: 'Required' });
    else this.#requireOnce(names, name, path);
  }

  #requireOnce(names: Set<string>, name: string, path: RegisterPath): void {
    if (names.has(name)) this.#addFault(path, { is: 'Repeated' });
    names.add(name);
  }

  #addFault(path: RegisterPath, reason: RegisterReason): void {
    this.faults.push({ path, reason });
  }
}
