// Sentences about values of the wrong type.
import { expect, it } from '@jest/globals';
import { parse } from 'graphql';
import { invalidity } from '../../../src/api/graphql/validity.js';

it.each([
  ['{ contas(chartId: null) { data { codigo } } }', 'chartId'],
  ['{ contas(chartId: 1, page: "dois") { data { codigo } } }', 'page'],
  ['query ($id: Int = "um") { contas(chartId: 1, page: $id) { data { codigo } } }', 'id'],
])('%s names %s', (query, name) => {
  expect(invalidity(parse(query))?.message).toBe(`O valor de "${name}" na consulta não é do tipo esperado`);
});
