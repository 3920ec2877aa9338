// Tables and single values as people read them: names, amounts, dates, and the width of the terminal.
import { describe, expect, it } from '#jest';
import { stripVTControlCharacters } from 'node:util';
import { deliveryStatuses } from '../../src/domain/webhooks/events.js';
import { localTime } from '../../src/messages/operator/fields.js';
import { rendered, table } from '../../src/operator/output.js';

const row = {
  id: 7,
  contaCodigo: '1.1.01',
  contaDescricao: 'Caixa e equivalentes de caixa em moeda corrente nacional',
  status: 'IN_REVIEW',
  diferenca: -1234567.89,
  prazo: '2026-09-09T02:59:59.999Z',
};

function printed(json: unknown, columns: number | null = null): readonly string[] {
  return stripVTControlCharacters(rendered({ json }, false, columns))
    .trimEnd()
    .split('\n');
}

describe('A table', () => {
  it('names columns in Portuguese and writes amounts, dates and states as people do', () => {
    expect(printed([row])).toEqual([
      'id  conta   descrição                                                 situação        diferença  prazo',
      '--  ------  --------------------------------------------------------  ----------  -------------  -------------------',
      ' 7  1.1.01  Caixa e equivalentes de caixa em moeda corrente nacional  Em revisão  -1.234.567,89  08/09/2026 23:59:59',
    ]);
  });

  it('heads the counts of deliveries by what became of them, whatever states there are', () => {
    const [heading = ''] = printed([{ type: 'import.completed', total: 20000, PENDING: 0, FAILED: 20000 }]);
    expect(heading.split(/ {2,}/)).toEqual(['evento', 'total', 'pendentes', 'com falha']);
    const all = printed([Object.fromEntries(deliveryStatuses.map((status) => [status, 1]))]);
    for (const status of deliveryStatuses) expect(all[0]).not.toContain(status);
  });

  it('writes conventions, environments and reasons by their names, and leaves other texts as they are', () => {
    const rows = [
      { convencao: 'SINALIZADA', environment: 'staging', deactivationReason: 'EXHAUSTED' },
      { convencao: 'D/C junto ao valor', environment: 'production', deactivationReason: null },
    ];
    expect(printed(rows)).toEqual([
      'convenção           ambiente     motivo',
      '------------------  -----------  -------------------------',
      'Sinalizada          Homologação  depois de falhas seguidas',
      'D/C junto ao valor  Produção     -',
    ]);
  });

  it('writes the days, amounts and words of checklists, schedules and items as people do', () => {
    const point = { prazo: '2026-02-04', feitoEm: '2026-02-04T12:00:00.000Z', diaUtil: 3, impeditivo: true };
    expect(printed([point])).toEqual([
      'prazo       feito em             dia útil  impede o fechamento',
      '----------  -------------------  --------  -------------------',
      '04/02/2026  04/02/2026 09:00:00         3  sim',
    ]);
    const [, , item] = printed([{ tipo: 'LINEAR', fonte: 'RAZAO', data: '2026-02-05', valor: 1000 }]);
    expect(item?.split(/\s{2,}/)).toEqual(['Linear', expect.stringContaining('azão'), '05/02/2026', '1.000,00']);
  });

  it('is one JSON value as in REST with --json', () => {
    expect(rendered({ json: [row] }, true, 40)).toBe(`${JSON.stringify([row])}\n`);
  });

  it('shortens texts to fit the terminal, then leaves columns out and names them', () => {
    const fitting = printed([row], 90);
    expect(Math.max(...fitting.map((line) => line.length))).toBe(90);
    expect(fitting[2]).toContain('Caixa e equivalentes de caixa…');
    expect(fitting[2]).toContain('08/09/2026 23:59:59');
    const narrow = printed([row], 60);
    expect(narrow.slice(0, 3).every((line) => line.length <= 60)).toBe(true);
    expect(narrow[0]).toMatch(/^id +conta +descrição +situação +diferença$/);
    expect(narrow.at(-1)).toBe('Não couberam: prazo. Use um terminal mais largo, ou --json.');
  });

  it('never shortens an id, an amount or a date, however narrow the terminal', () => {
    for (let columns = 1; columns < 120; columns++)
      for (const line of printed([row], columns)) expect(line).not.toMatch(/1\.234…|08\/09…|1\.1\.…/);
  });

  it('wraps a sentence instead of shortening it', () => {
    const motivo = 'A diferença deve ser zero para enviar a conciliação: ela é de 12,00';
    const lines = stripVTControlCharacters(table([{ id: 1, motivo }])(40)).split('\n');
    expect(lines.every((line) => line.length <= 40)).toBe(true);
    expect(
      lines
        .slice(2)
        .map((line) => line.slice(4))
        .join(' '),
    ).toBe(motivo);
  });

  it('has its first columns first, and the columns of every row', () => {
    const rows = [
      { b: 'x', id: 1 },
      { b: 'y', id: 2, c: 'z' },
    ];
    expect(table(rows, { first: ['id', 'nada'] })(null).split('\n')).toEqual([
      expect.stringContaining('id  b  c'),
      '--  -  -',
      ' 1  x  -',
      ' 2  y  z',
    ]);
  });

  it('of a file keeps headings and values as they are', () => {
    const [heading, , line] = stripVTControlCharacters(
      table([{ status: 'PENDING', cnpj: '11222333000181' }], { asItIs: true })(null),
    ).split('\n');
    expect([heading, line]).toEqual(['status   cnpj', 'PENDING  11222333000181']);
  });

  it('without rows says so', () => {
    expect(printed([])).toEqual(['(nenhum registro)']);
  });
});

describe('A single value', () => {
  it('has a member a line, a warning a line, and members of members indented', () => {
    const avisos = ['Uma conta sem movimento', 'Outra conta, também'];
    expect(
      printed({ reenvio: false, trialBalanceId: 3, enviadas: 20000, avisos, alteracoes: { incluidas: 2 } }),
    ).toEqual([
      'reenvio          não',
      'balancete        3',
      'linhas enviadas  20.000',
      'avisos           Uma conta sem movimento',
      '                 Outra conta, também',
      'alterações',
      '  incluídas  2',
    ]);
    expect(printed({ ok: true, warnings: [] })).toEqual(['ok      sim', 'avisos  -']);
  });

  it('has rows as a table below their name', () => {
    const conciliacoesAfetadas = [
      { id: 7, contaCodigo: '1.1', status: 'APPROVED', saldoAtual: 1000, saldoNovo: 0.5 },
    ];
    expect(printed({ reenvio: false, impacto: { conciliacoesAfetadas, totalContinuidade: 0 } })).toEqual([
      'reenvio  não',
      'impacto',
      '  conciliações afetadas',
      '    id  conta  situação  saldo atual  saldo novo',
      '    --  -----  --------  -----------  ----------',
      '     7  1.1    Aprovada     1.000,00        0,50',
      '  total sem continuidade  0',
    ]);
  });

  it('writes decimals with a comma', () => {
    expect(printed({ seconds: 0.348 })).toEqual(['segundos  0,348']);
  });
});

it('writes an instant as the time in São Paulo, and what is none as it is', () => {
  expect(localTime('2026-01-01T02:30:00Z')).toBe('31/12/2025 23:30:00');
  expect(localTime('ontem')).toBe('ontem');
});

it('lets no control character of a stored text reach the terminal', () => {
  expect(rendered({ json: [{ nome: 'a\u001b[2Jb\u0007' }] }, false, 80)).not.toMatch(/\u001b\[2J|\u0007/);
});
