// The schema of POST /api/v1/graphql, derived from the zod rows and parameters of REST.
import {
  GraphQLBoolean,
  GraphQLFloat,
  GraphQLIncludeDirective,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLSkipDirective,
  GraphQLString,
  type GraphQLFieldConfigArgumentMap,
  type GraphQLOutputType,
  type GraphQLScalarType,
} from 'graphql';
import { z } from 'zod';
import { chartRow, chartsQuery, accountRow } from '../rest/contract/charts.js';
import { accountBalanceRow } from '../rest/contract/accountBalances.js';
import { checklistQuery, checklistRow } from '../rest/contract/checklist.js';
import { companiesQuery, companyRow } from '../rest/contract/companies.js';
import { intercompanyQuery, intercompanyRow } from '../rest/contract/intercompany.js';
import { openItemRow, openItemsQuery } from '../rest/contract/items.js';
import { LIMIT_DEFAULT, PAGE_DEFAULT } from '../rest/contract/parameters.js';
import { pagination } from '../rest/contract/pages.js';
import { reconciliationRow, reconciliationsQuery } from '../rest/contract/reconciliations.js';
import { scheduleRow, schedulesQuery } from '../rest/contract/schedules.js';
import { anyLineRow, trialBalanceRow, trialBalancesQuery } from '../rest/contract/trialBalances.js';
import {
  accountBalancesArguments,
  accountsArguments,
  linesArguments,
  resolvers,
  type ListName,
  type Resolver,
} from './resolvers.js';
import { withMeanings } from '../openapi/enumerations.js';

/** By JSON Schema type. */
const SCALARS: Readonly<Record<string, GraphQLScalarType>> = {
  integer: GraphQLInt,
  number: GraphQLFloat,
  boolean: GraphQLBoolean,
  string: GraphQLString,
};
const DEFAULTS: Readonly<Record<string, number>> = { page: PAGE_DEFAULT, limit: LIMIT_DEFAULT };
/** Replace the descriptions of REST that mention headers. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  limit: 'Linhas por página, de 1 a 100',
  updatedSince: 'Somente o que mudou nesta data e hora (ISO 8601) ou depois',
};

type List = Readonly<{
  row: z.ZodObject;
  /** Type names of row and page. */
  types: readonly [string, string];
  /** Descriptions of row, page and query. */
  descriptions: readonly [string, string, string];
  /** The parameters of the REST list. */
  query: z.ZodObject;
}>;

const LISTS: Readonly<Record<ListName, List>> = {
  empresas: {
    row: companyRow,
    types: ['Empresa', 'EmpresasPagina'],
    descriptions: ['Uma empresa do cliente', 'Uma página de empresas', 'As empresas do cliente da chave'],
    query: companiesQuery,
  },
  planosDeContas: {
    row: chartRow,
    types: ['PlanoDeContas', 'PlanosDeContasPagina'],
    descriptions: ['Um plano de contas', 'Uma página de planos de contas', 'Os planos de contas de uma empresa'],
    query: chartsQuery,
  },
  contas: {
    row: accountRow,
    types: ['Conta', 'ContasPagina'],
    descriptions: ['Uma conta de um plano de contas', 'Uma página de contas', 'As contas de um plano de contas'],
    query: accountsArguments,
  },
  saldosDaConta: {
    row: accountBalanceRow,
    types: ['SaldoDaConta', 'SaldosDaContaPagina'],
    descriptions: [
      'O saldo de uma conta em uma competência',
      'Uma página de saldos de uma conta',
      'Os saldos de uma conta, competência por competência',
    ],
    query: accountBalancesArguments,
  },
  balancetes: {
    row: trialBalanceRow,
    types: ['Balancete', 'BalancetesPagina'],
    descriptions: ['Uma versão de um balancete', 'Uma página de balancetes', 'Os balancetes, todas as versões'],
    query: trialBalancesQuery,
  },
  linhasDoBalancete: {
    row: anyLineRow,
    types: ['LinhaDoBalancete', 'LinhasDoBalancetePagina'],
    descriptions: [
      'Uma linha de um balancete',
      'Uma página de linhas de um balancete',
      'As linhas de um balancete, na ordem do balancete',
    ],
    query: linesArguments,
  },
  conciliacoes: {
    row: reconciliationRow,
    types: ['Conciliacao', 'ConciliacoesPagina'],
    descriptions: ['A conciliação de uma conta', 'Uma página de conciliações', 'As conciliações'],
    query: reconciliationsQuery,
  },
  itensEmAberto: {
    row: openItemRow,
    types: ['ItemEmAberto', 'ItensEmAbertoPagina'],
    descriptions: [
      'Um item em aberto da composição de uma conta',
      'Uma página de itens em aberto',
      'Os itens em aberto das composições',
    ],
    query: openItemsQuery,
  },
  checklistDoFechamento: {
    row: checklistRow,
    types: ['PontoDoChecklist', 'ChecklistDoFechamentoPagina'],
    descriptions: [
      'Um ponto do checklist de fechamento de uma empresa',
      'Uma página de pontos do checklist de fechamento',
      'O checklist de fechamento de uma competência',
    ],
    query: checklistQuery,
  },
  saldosEntreEmpresas: {
    row: intercompanyRow,
    types: ['SaldoEntreEmpresas', 'SaldosEntreEmpresasPagina'],
    descriptions: [
      'Os saldos de duas empresas entre si, lado a lado',
      'Uma página de saldos entre empresas',
      'Os saldos que as empresas do cliente têm entre si em uma competência',
    ],
    query: intercompanyQuery,
  },
  cronogramas: {
    row: scheduleRow,
    types: ['Cronograma', 'CronogramasPagina'],
    descriptions: [
      'Um item que se repete por regra na composição de uma conta',
      'Uma página de cronogramas',
      'Os cronogramas das contas e o saldo que esperam em uma competência',
    ],
    query: schedulesQuery,
  },
};

const Paginacao = objectOf('Paginacao', 'Onde a página está na lista', pagination);

export const schema = new GraphQLSchema({
  directives: [GraphQLIncludeDirective, GraphQLSkipDirective],
  description: 'Leitura de empresas, planos de contas, balancetes e conciliações. Não há escrita.',
  query: new GraphQLObjectType({
    name: 'Query',
    description: 'As consultas; cada uma traz uma página de linhas, com os mesmos campos da rota REST',
    fields: Object.fromEntries(
      Object.entries(LISTS).map(([name, { row, types, descriptions, query }]) => {
        const rows = objectOf(types[0], descriptions[0], row);
        const type = pageType(types[1], descriptions[1], rows);
        const resolve = byTurns(resolvers[name as ListName]);
        return [name, { type, description: descriptions[2], args: argsOf(query), resolve }] as const;
      }),
    ),
  }),
});

function byTurns(resolve: Resolver): Resolver {
  return async (parent, args, context) => {
    await context.turn();
    return resolve(parent, args, context);
  };
}

function pageType(name: string, description: string, row: GraphQLObjectType): GraphQLObjectType {
  return new GraphQLObjectType({
    name,
    description,
    fields: {
      data: {
        type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(row))),
        description: 'As linhas da página',
      },
      pagination: { type: new GraphQLNonNull(Paginacao), description: 'Onde a página está na lista' },
    },
  });
}

function argsOf(query: z.ZodObject): GraphQLFieldConfigArgumentMap {
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' });
  const args = Object.entries(properties).map(([name, member]) => {
    const { type = '', description, enum: values = [] } = member as Member;
    const scalar = scalarNamed(String(type));
    return [
      name,
      {
        type: required.includes(name) ? new GraphQLNonNull(scalar) : scalar,
        description: DESCRIPTIONS[name] ?? withMeanings(description, values),
        defaultValue: DEFAULTS[name],
      },
    ] as const;
  });
  return Object.fromEntries(args);
}

type Member = Readonly<{
  type?: string | readonly string[];
  description?: string;
  enum?: readonly unknown[];
  anyOf?: readonly Member[];
}>;

function objectOf(name: string, description: string, shape: z.ZodObject): GraphQLObjectType {
  const { properties = {}, required = [] } = z.toJSONSchema(shape);
  const fields = Object.entries(properties).map(([field, member]) => {
    const { description: said, ...of } = member as Member;
    if (said === undefined) throw new Error(`${name}.${field} has no description`);
    const type = scalarOf(of, required.includes(field));
    return [field, { type, description: withMeanings(said, of.enum ?? []) ?? said }] as const;
  });
  return new GraphQLObjectType({ name, description, fields: Object.fromEntries(fields) });
}

/** Enumerations, dates and timestamps are texts, as in REST (docs/spec/graphql.md#types). */
function scalarOf({ type = '', anyOf = [{ type }] }: Member, isRequired: boolean): GraphQLOutputType {
  const types = anyOf.flatMap((one) => one.type ?? []);
  const scalar = scalarNamed(types.find((one) => one !== 'null') ?? '');
  return isRequired && !types.includes('null') ? new GraphQLNonNull(scalar) : scalar;
}

function scalarNamed(type: string): GraphQLScalarType {
  const scalar = SCALARS[type];
  if (!scalar) throw new Error(`no GraphQL type for ${type}`);
  return scalar;
}
