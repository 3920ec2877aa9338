// Which columns a mapping of a statement has to name.
import { describe, expect, it } from '#jest';
import { unnamedColumns } from '../../../../src/domain/reconciliation/statement.js';

describe('The columns of a statement that nobody named', () => {
  it('are date, description and amount, which may be one of debits and one of credits', () => {
    expect(unnamedColumns({})).toEqual(['data', 'descricao', 'valor']);
    expect(unnamedColumns({ data: 'A', debito: 'B' })).toEqual(['descricao', 'valor']);
    expect(unnamedColumns({ data: 'A', descricao: 'B', debito: 'C', credito: 'D' })).toEqual([]);
    expect(unnamedColumns({ data: 'A', descricao: 'B', valor: 'C' })).toEqual([]);
  });
});
