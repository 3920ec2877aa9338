// The sentence of each error that the graphql package finds in a document: a message that it words anew is no longer recognized.
import { expect, it } from '#jest';
import { parse } from 'graphql';
import { invalidity } from '../../../src/api/graphql/limits.js';

const ROWS = '{ empresas { data { id } } }';

it.each([
  ['{ empresas { data { nome } } }', 'O campo "nome" não existe onde foi pedido'],
  ['{ empresas }', 'O campo "empresas" foi pedido com subcampos que não tem ou sem os subcampos necessários'],
  [
    '{ empresas { data { id { x } } } }',
    'O campo "id" foi pedido com subcampos que não tem ou sem os subcampos necessários',
  ],
  ['{ empresas(x: 1) { data { id } } }', 'O argumento "x" não existe'],
  ['{ empresas { data { id @skip(if: true, x: 1) } } }', 'O argumento "x" não existe'],
  ['{ contas { data { id } } }', 'Falta o argumento obrigatório "chartId" em "contas"'],
  ['{ empresas { data { id @skip } } }', 'Falta o argumento obrigatório "if" em "skip"'],
  ['{ empresas(page: 1, page: 1) { data { id } } }', 'O argumento "page" foi informado mais de uma vez'],
  ['{ contas(chartId: null) { data { id } } }', 'O valor de "chartId" na consulta não é do tipo esperado'],
  ['{ contas(chartId: 1, page: "2") { data { id } } }', 'O valor de "page" na consulta não é do tipo esperado'],
  ['{ empresas(page: [{ a: 1 }]) { data { id } } }', 'O valor de "page" na consulta não é do tipo esperado'],
  ['{ balancetes(period: 1) { data { id } } }', 'O valor de "period" na consulta não é do tipo esperado'],
  [
    'query ($id: Int = "um") { contas(chartId: 1, page: $id) { data { id } } }',
    'O valor de "id" na consulta não é do tipo esperado',
  ],
  ['{ empresas { data { id @defer } } }', 'A diretiva "defer" não existe ou não cabe onde foi usada'],
  [`query @skip(if: true) ${ROWS}`, 'A diretiva "skip" não existe ou não cabe onde foi usada'],
  [
    '{ empresas { data { id @skip(if: true) @skip(if: true) } } }',
    'A diretiva "skip" foi usada mais de uma vez no mesmo lugar',
  ],
  ['{ empresas { data { ... on X { id } } } }', 'O tipo "X" não existe'],
  ['{ empresas { data { ...F } } }', 'O fragmento "F" não existe'],
  [
    '{ empresas { data { ...F } } } fragment F on Empresa { id } fragment F on Empresa { id }',
    'O fragmento "F" foi definido mais de uma vez',
  ],
  [`${ROWS} fragment F on Empresa { id }`, 'O fragmento "F" não é usado'],
  ['{ empresas { data { ...F } } } fragment F on Empresa { id ...F }', 'O fragmento "F" contém a si mesmo'],
  ['{ empresas { data { ... on Int { id } } } }', 'Um fragmento foi definido sobre um tipo sem campos'],
  [
    '{ empresas { data { ...F } } } fragment F on Int { id }',
    'Um fragmento foi definido sobre um tipo sem campos',
  ],
  ['{ empresas { data { ... on Conta { codigo } } } }', 'Um fragmento foi usado onde o seu tipo não cabe'],
  [
    '{ empresas { data { ...F } } } fragment F on Conta { codigo }',
    'Um fragmento foi usado onde o seu tipo não cabe',
  ],
  ['{ empresas(page: $p) { data { id } } }', 'A variável "p" não foi declarada'],
  ['query A { empresas(page: $p) { data { id } } }', 'A variável "p" não foi declarada'],
  [`query ($p: Int) ${ROWS}`, 'A variável "p" não é usada'],
  [
    'query ($p: Int, $p: Int) { empresas(page: $p) { data { id } } }',
    'A variável "p" foi declarada mais de uma vez',
  ],
  [
    'query ($p: Empresa) { empresas(page: $p) { data { id } } }',
    'Uma variável foi declarada com um tipo que não é de entrada',
  ],
  [
    'query ($p: String) { empresas(page: $p) { data { id } } }',
    'A variável "p" não é do tipo esperado onde foi usada',
  ],
  [`query A ${ROWS} query A ${ROWS}`, 'A operação "A" foi definida mais de uma vez'],
  [`${ROWS} type X { id: Int }`, 'Uma consulta tem somente operações e fragmentos'],
  [`${ROWS} query A ${ROWS}`, 'Uma operação sem nome deve ser a única da consulta'],
  ['{ empresas { data { id id: cnpj } } }', 'O campo "id" foi pedido de duas formas com o mesmo nome de resposta'],
  [`{ empresas(limit: 1) { data { ${'id '.repeat(987)} } } }`, 'A consulta repete o mesmo campo vezes demais'],
])('%.90s', (query, sentence) => {
  expect(invalidity(parse(query))?.message.split(', ')).toContain(sentence);
});

it('five errors are told at most, each once', () => {
  const fields = Array.from({ length: 9 }, (_, at) => `x${at}`);
  expect(invalidity(parse(`{ empresas { data { ${fields.join(' ')} } } }`))?.message).toBe(
    fields
      .slice(0, 5)
      .map((name) => `O campo "${name}" não existe onde foi pedido`)
      .join(', '),
  );
  expect(invalidity(parse('{ empresas { data { x x x } } }'))?.locations).toHaveLength(1);
});
