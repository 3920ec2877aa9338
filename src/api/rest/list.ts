// A list of the public API is declared once, as data and one function that reads. Its route of REST with the
// columns of CSV and XLSX, its field of GraphQL (graphql/schema.ts) and its operation of OpenAPI are made of the
// declaration.
import * as z from 'zod';
import type { KeyRecord, Scope } from '../../domain/apiKeys.js';
import type { CompanyFacts } from '../../domain/clients/events.js';
import { refuse, type Problem } from '../../domain/problem.js';
import { importReasonSentence } from '../../messages/imports/reasons.js';
import type { Page } from '../../projections/engine/pages.js';
import type { Companies } from '../../projections/views/scope.js';
import type { Column } from '../../spreadsheets/xlsxParts.js';
import { isKnownTo } from '../auth/authenticate.js';
import type { CallContext, Route } from '../call.js';
import type { ReadDependencies } from '../dependencies.js';
import { parameterInvalid } from '../openapi/errors.js';
import type { Operation } from '../openapi/operation.js';
import type { ErrorAnswer } from '../http/problems.js';
import { parseValues, parseQuery } from '../http/request/query.js';
import { columnsOf } from './contract/pages.js';
import { pathId } from './contract/parameters.js';
import { answerRow, type ListPage, type ListAnswers, type ListQuery } from './listAnswer.js';

/** Who asks: the client of the key, and the companies it is limited to. */
export type Reader = Pick<KeyRecord, 'clientId' | 'companyIds'>;

/** Rows that never change. `changedUntil` is known before they are read. */
export type UnchangingRows = Readonly<{ changedUntil: number; read(): Promise<ListPage> }>;

/** Names and descriptions are those of the contract, in Portuguese. */
type ListOf<Query extends z.ZodObject, Row extends z.ZodObject> = Readonly<{
  /** Name of the field of GraphQL; `listar` before it is the operation's id, unless that has one of its own. */
  name: string;
  operationId?: string;
  path: `/api/v1/${string}`;
  scope: Scope;
  tag: string;
  summary: string;
  rowName: string;
  row: Row;
  example: z.output<Row>;
  /** What GraphQL says of a row, a page and the list; null: the list is in REST alone. */
  inGraphql: readonly [row: string, page: string, list: string] | null;
  /** Arguments of GraphQL, and parameters of REST but for the one that its path has. */
  query: Query;
  inPath?: Readonly<{ name: keyof z.output<Query> & string; says: string }>;
  /** Columns of CSV and XLSX, where a query has fewer than `row`. */
  columnsFor?: (query: z.output<Query>) => readonly Column[];
  /** Beside a wrong parameter. */
  errors: readonly ErrorAnswer[];
  read(
    deps: ReadDependencies,
    reader: Reader,
    query: z.output<Query>,
  ): Promise<Page<z.output<Row>> | UnchangingRows>;
  one?: OneOf<Row>;
}>;

/** The route of one row, below the list's. */
type OneOf<Row extends z.ZodObject> = Readonly<{
  operationId: string;
  summary: string;
  says: string;
  errors: readonly ErrorAnswer[];
  find(deps: ReadDependencies, reader: Reader, id: number): Promise<z.output<Row>>;
}>;

export type List = ListOf<z.ZodObject, z.ZodObject>;

/** Checks a declaration against its own query and row. */
export function listOf<Query extends z.ZodObject, Row extends z.ZodObject>(declared: ListOf<Query, Row>): List {
  return declared as unknown as List;
}

/** `cronogramas` as `Cronogramas`: part of the names that both contracts make of a list's. */
export function capitalize(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** The parameters of REST behind the `?`. */
function queryOf({ query, inPath }: Pick<List, 'query' | 'inPath'>): z.ZodObject {
  if (inPath === undefined) return query;
  return z.object(Object.fromEntries(Object.entries(query.shape).filter(([name]) => name !== inPath.name)));
}

export function listRoutes(deps: ReadDependencies, answers: ListAnswers, list: List): readonly Route[] {
  const { path, scope, row, one } = list;
  const parameters = queryParser(list);
  const columns = columnsOf(row);
  const whole: Route = {
    method: 'GET',
    path,
    scope,
    operation: operationOf(list),
    async handle(context, key) {
      const query = parameters(context);
      const rows = await list.read(deps, key, query);
      const call = { context, key, query, columns: list.columnsFor?.(query) ?? columns };
      if ('read' in rows) await answers.answerUnchanging(call, rows.changedUntil, () => rows.read());
      else await answers.answer(call, rows);
    },
  };
  return one === undefined ? [whole] : [whole, rowRoute(deps, list, one)];
}

/** Answer with the list's rows, in both of its operations. */
const successOf = ({ rowName, row, example }: List) =>
  ({ name: rowName, schema: row, example, statuses: { 200: 'Uma página de linhas' } }) as const;

function operationOf(list: List): Operation {
  const { name, operationId, tag, summary, inPath, errors } = list;
  return {
    id: operationId ?? `listar${capitalize(name)}`,
    tag,
    summary,
    query: queryOf(list),
    success: { kind: 'list', ...successOf(list) },
    ...(inPath && { path: inPath.says }),
    errors: [parameterInvalid, ...errors],
  };
}

function rowRoute(deps: ReadDependencies, list: List, one: OneOf<z.ZodObject>): Route {
  const { path, scope, tag } = list;
  const { operationId: id, summary, says } = one;
  return {
    method: 'GET',
    path: `${path}/{id}`,
    scope,
    operation: {
      id,
      tag,
      summary,
      path: says,
      success: { kind: 'row', ...successOf(list) },
      errors: [parameterInvalid, ...one.errors],
    },
    async handle(context, key) {
      const rowId = parseValues(pathId, context.params['id']);
      answerRow({ context, key }, await one.find(deps, key, rowId));
    },
  };
}

function queryParser(list: List): (context: CallContext) => ListQuery {
  const { query, inPath } = list;
  if (inPath === undefined) return ({ querystring }) => parseQuery(query, querystring) as ListQuery;
  const schema = query.safeExtend({ [inPath.name]: pathId });
  return ({ params, querystring }) =>
    parseQuery(schema, querystring, { [inPath.name]: params['id'] }) as ListQuery;
}

type Lookup = Pick<ReadDependencies, 'registers'>;
type CompanyFilter = Readonly<{ companyId?: number | undefined; cnpj?: string | undefined }>;

/** Null for a company that the key does not know, as for one that does not exist. */
export function knownCompany({ registers }: Lookup, reader: Reader, companyId: number): CompanyFacts | null {
  return isKnownTo(reader, companyId) ? registers.company(reader.clientId, companyId) : null;
}

/**
 * Another client's company is answered like one that does not exist.
 * @returns null when the filter names no company
 * @throws DomainError CompanyNotFound; ParameterInvalid when both are given and differ
 */
export function requestedCompany(lookup: Lookup, reader: Reader, filter: CompanyFilter): CompanyFacts | null {
  const { companyId, cnpj } = filter;
  if (companyId !== undefined) {
    const company = knownCompany(lookup, reader, companyId);
    if (!company) return refuse({ is: 'CompanyNotFound', by: 'companyId', companyId });
    if (cnpj !== undefined && cnpj !== company.cnpj)
      refuse({ is: 'ParameterInvalid', messages: [importReasonSentence({ is: 'CnpjOfAnotherCompany', cnpj })] });
    return company;
  }
  if (cnpj === undefined) return null;
  const company = lookup.registers.companyByCnpj(reader.clientId, cnpj);
  if (!company || !isKnownTo(reader, company.companyId))
    return refuse({ is: 'CompanyNotFound', by: 'cnpj', cnpj });
  return company;
}

/**
 * The company asked for, or all of the client's that have contracted the module.
 * @throws DomainError as above; ModuleNotContracted for a company, or a whole client, without the module
 */
export function reconcilingCompanies(
  lookup: Lookup,
  reader: Reader,
  filter: CompanyFilter,
): NonNullable<Companies> {
  const company = requestedCompany(lookup, reader, filter);
  if (company) {
    requireModule(company);
    return company.companyId;
  }
  const all = lookup.registers.reconcilingCompanyIds(reader.clientId);
  const companyIds = all.filter((companyId) => isKnownTo(reader, companyId));
  return companyIds.length > 0 ? companyIds : refuse({ is: 'ModuleNotContracted' });
}

/**
 * A row that was found, of a company that the key knows and that has contracted the module.
 * @throws DomainError `otherwise` for none, and for one of another company; ModuleNotContracted
 */
export function mayRead<Row extends Readonly<{ empresaId: number }>>(
  lookup: Lookup,
  reader: Reader,
  row: Row | null,
  otherwise: Problem,
): Row {
  const company = row && knownCompany(lookup, reader, row.empresaId);
  if (!row || !company) return refuse(otherwise);
  requireModule(company);
  return row;
}

function requireModule({ modules }: Pick<CompanyFacts, 'modules'>): void {
  if (!modules.includes('RECONCILIATION')) refuse({ is: 'ModuleNotContracted' });
}
