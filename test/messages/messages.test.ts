import { describe, expect, it } from '#jest';
import fc from 'fast-check';
import { competenceRefusal } from '../../src/domain/books/decide.js';
import type { Books } from '../../src/domain/books/fold.js';
import type { ImportReason, LineError, LineReason } from '../../src/domain/trialBalance/refusals.js';
import type { Warning } from '../../src/domain/trialBalance/warnings.js';
import { month, type Competence } from '../../src/domain/kernel/competence.js';
import type { Problem } from '../../src/domain/problem.js';
import { sanitized, money } from '../../src/messages/formats.js';
import { actorName, historySentence } from '../../src/messages/history.js';
import { importReasonSentence, lineReasonSentence } from '../../src/messages/imports/reasons.js';
import type { ErrorCode } from '../../src/domain/kernel/problems.js';
import { httpProblems } from '../../src/messages/httpProblems.js';
import { problemMessage, problems } from '../../src/messages/problems.js';
import { warningSentence } from '../../src/messages/imports/warnings.js';
import { actRefusalSentence } from '../../src/messages/reconciliations.js';
import { logNotBehind } from '../../src/messages/stores.js';
import { anyCharacter } from '../support/anyCharacter.js';

const august = '2026-08' as Competence;
const july = '2026-07' as Competence;
const closedIn = (competence: Competence): Books => ({
  months: { [competence]: { current: null, closed: true } },
  ticked: {},
  schedules: [],
  dossiers: {},
});
const hostile = 'a, b,\n c\u202e\u0000';

const importReasons: readonly ImportReason[] = [
  { is: 'PeriodInvalid' },
  { is: 'PeriodOutOfRange' },
  { is: 'IdentifierMissing' },
  { is: 'CompanyIdInvalid' },
  { is: 'CnpjInvalid' },
  { is: 'CnpjOfAnotherCompany', cnpj: '12345678000195' },
  { is: 'LineItemsMissing' },
  { is: 'LineItemsEmpty' },
  { is: 'LineItemsTooMany' },
  { is: 'ChartNameMissing' },
  { is: 'ChartNameInvalid' },
  { is: 'ChartNotFoundByName', chartName: hostile },
  { is: 'NoAccountEnters', chartName: hostile },
];

const notClosing: LineReason = {
  is: 'MovementDoesNotClose',
  debitSide: true,
  previousBalanceCents: 100_000,
  debitCents: 50_000,
  creditCents: 20_000,
  finalBalanceCents: 135_000,
  expectedCents: 130_000,
};

const lineReasons: readonly LineReason[] = [
  { is: 'LineMalformed' },
  { is: 'AccountCodeMissing' },
  { is: 'AccountCodeInvalid' },
  { is: 'AccountNameInvalid' },
  { is: 'TextTooLong', lengthMax: 500 },
  { is: 'AmountMissing' },
  { is: 'AmountInvalid' },
  { is: 'AmountPrecision' },
  { is: 'AmountTooLarge' },
  { is: 'LineCnpjInvalid' },
  { is: 'LineCnpjDiffers', cnpj: '11222333000181' },
  { is: 'LinePeriodInvalid' },
  { is: 'LinePeriodOutOfRange' },
  { is: 'LinePeriodDiffers', competence: july, importCompetence: august },
  notClosing,
  { is: 'SumsTooLarge' },
];

const lineError = (reason: LineReason, accountCode = '1.1.1.01', line = 12): LineError => ({
  line,
  field: 'debit',
  accountCode,
  reason,
});

describe('sentences', () => {
  it('of an import never hold a comma followed by a space, whatever text was sent', () => {
    const cited: LineReason = { is: 'AmountInvalid', column: 'Débito,', value: '1,' };
    const sentences = [
      ...importReasons.map(importReasonSentence),
      ...lineReasons.map((reason) => lineReasonSentence(lineError(reason, hostile))),
      ...[...lineReasons, cited].map((reason) => lineReasonSentence(lineError(reason, '1.1,'))),
    ];
    for (const sentence of sentences) {
      expect(sentence).not.toMatch(/,\s/);
      expect(sentence).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    }
  });

  it('of a line name the line and the account, also when the code is missing', () => {
    for (const reason of lineReasons) {
      const sentence = lineReasonSentence(lineError(reason));
      expect(sentence).toMatch(/\b12\b/);
      if (reason.is !== 'AccountCodeMissing' && reason.is !== 'LineMalformed')
        expect(sentence).toContain('1.1.1.01');
    }
    expect(lineReasonSentence(lineError({ is: 'AmountInvalid' }, '', 37))).toBe(
      'o valor de debit na linha 37 não é um número válido',
    );
  });

  it('show the movement that does not close, on either side', () => {
    expect(lineReasonSentence(lineError(notClosing))).toBe(
      'linha 12: a conta 1.1.1.01 não fecha: saldo anterior 1.000,00 + débitos 500,00 - créditos 200,00 ' +
        'resulta em 1.300,00 e o saldo final informado é 1.350,00',
    );
    expect(lineReasonSentence(lineError({ ...notClosing, debitSide: false }))).toContain(
      '- débitos 500,00 + créditos 200,00',
    );
  });

  it.each<[Warning, string]>([
    [
      { is: 'IgnoredNotInChart', lines: 3, accounts: ['9.9.1', '9.9.2', '9.9.3'], more: 0 },
      '3 linhas ignoradas: conta fora do plano de contas (9.9.1; 9.9.2; 9.9.3)',
    ],
    [
      { is: 'IgnoredNotInChart', lines: 700_000, accounts: ['9.9.1', '9.9.2'], more: 49_998 },
      '700.000 linhas ignoradas: conta fora do plano de contas (9.9.1; 9.9.2 e mais de 49.998)',
    ],
    [
      { is: 'IgnoredNotReconciled', lines: 1, accounts: ['9'], more: 0 },
      '1 linha ignorada: conta não participa da conciliação (9)',
    ],
    [
      { is: 'AgainstNature', accountCode: '1.1.2.09', nature: 'DEBIT', balanceCents: -15_000 },
      'Conta 1.1.2.09: saldo final credor em conta de natureza devedora (150,00 C)',
    ],
    [
      {
        is: 'OpeningDiffers',
        accountCode: '1.1.1.01',
        openingCents: 90_000,
        closingCents: 100_000,
        previous: july,
      },
      'Conta 1.1.1.01: saldo anterior 900,00 difere do saldo final de 07/2026 (1.000,00)',
    ],
    [{ is: 'PreviousNotImported', previous: july }, 'Continuidade não verificada: não há balancete de 07/2026'],
    [
      { is: 'ResultAccountsRestarted', accounts: 48, period: 'year' },
      'Contas de resultado reiniciadas no início do exercício: continuidade não aplicada a 48 contas',
    ],
    [
      { is: 'AccountMissing', accountCode: '2.1.1.03', closingCents: 50_000, previous: july },
      'Conta 2.1.1.03 tinha saldo 500,00 em 07/2026 e não consta neste balancete',
    ],
    [
      { is: 'AccountSummed', accountCode: '1.1.3.01', lines: 4 },
      'Conta 1.1.3.01 informada em 4 linhas: valores somados',
    ],
    [
      { is: 'NextOpeningsDiffer', next: '2026-09' as Competence },
      'O balancete de 09/2026 já importado tem saldos anteriores diferentes destes saldos finais',
    ],
  ])('of warnings read as agreed: %j', (it, sentence) => {
    expect(warningSentence(it)).toBe(sentence);
  });
});

describe('a refused import', () => {
  const refused = (lines: number): Problem => ({
    is: 'ImportRefused',
    reasons: [{ is: 'PeriodInvalid' }],
    lineErrors: Array.from({ length: Math.min(lines, 1000) }, (_, at) =>
      lineError({ is: 'AmountMissing' }, '1', at + 1),
    ),
    lineErrorCount: lines,
  });

  it('joins what is wrong in one sentence, at most 20 of them lines, and says how many more', () => {
    const upTo = problemMessage(refused(20));
    expect(upTo.error.split(', ')).toHaveLength(21);
    expect(upTo.error).not.toContain('e mais');
    const past = problemMessage(refused(1205));
    expect(past.error.split(', ')).toHaveLength(22);
    expect(past.error.endsWith(', e mais 1185')).toBe(true);
    expect(past.erros).toHaveLength(1000);
    expect(past.erros?.[0]).toEqual({
      linha: 1,
      campo: 'debit',
      contaCodigo: '1',
      mensagem: 'o valor de debit na linha 1 não foi informado (conta 1)',
    });
  });

  it('has no list of lines when no line is wrong', () => {
    expect(problemMessage(refused(0))).toEqual({
      code: 'IMPORTACAO_RECUSADA',
      status: 400,
      error: 'o campo period deve estar no formato AAAA-MM (por exemplo 2026-08)',
    });
  });
});

describe('a code', () => {
  it('has one status and one row of the guide, whatever problems share it', () => {
    const declared: readonly ErrorCode[] = [...Object.values(problems), ...Object.values(httpProblems)];
    const rows = declared.map(({ code, status, happened, remedy }) => [code, status, happened, remedy].join());
    expect(new Set(rows).size).toBe(new Set(declared.map(({ code }) => code)).size);
  });
});

describe('a closed competence', () => {
  it('is named, whether it is the imported one or the next', () => {
    expect(problemMessage({ is: 'CompetenceClosed', competence: august })).toEqual({
      code: 'COMPETENCE_CLOSED',
      status: 409,
      error: 'A competência 08/2026 está fechada e não aceita novas importações',
    });
    const problem = competenceRefusal(closedIn(august), july, null);
    expect(problem && problemMessage(problem)).toEqual({
      code: 'NEXT_COMPETENCE_CLOSED',
      status: 409,
      error: 'A competência seguinte (08/2026) está fechada e esta importação alteraria os saldos',
    });
  });
});

describe('formats', () => {
  it('writes centavos with points and a comma, exactly', () => {
    expect([0, 5, -5, 123, 100_000, -123_456_789, 7_000_000_000_000_000].map(money)).toEqual([
      '0,00',
      '0,05',
      '-0,05',
      '1,23',
      '1.000,00',
      '-1.234.567,89',
      '70.000.000.000.000,00',
    ]);
    fc.assert(
      fc.property(fc.maxSafeInteger(), (cents) => {
        expect(Number(money(cents).replace(/[.,]/g, ''))).toBe(cents);
      }),
    );
  });

  it('tells people of a refused import without the names of fields', () => {
    const asked = ['IdentifierMissing', 'CompanyIdInvalid']; // of no company, so that neither is recorded
    for (const reason of importReasons.filter(({ is }) => !asked.includes(is))) {
      const error = importReasonSentence(reason);
      const refused = { code: 'IMPORTACAO_RECUSADA', error, reasons: [error], reasonCount: 1 } as const;
      const source = { kind: 'json' } as const;
      const data = { companyId: 1, clientId: 1, cnpj: '', competence: august, source, ...refused };
      const event = { type: 'ImportRefused', data } as const;
      const context = { actor: 'ERP', nameOf: String, acted: null, released: null, fileName: null };
      const sentence = historySentence(event, context);
      expect(sentence).toMatch(/^ERP teve a importação do balancete de 08\/2026 recusada: \S/);
      expect(sentence).not.toMatch(/chartName|lineItems|companyId|\bperiod\b/);
    }
  });

  it('names who acts: people as they are called, rules as the system, a key that its events do not name by its id', () => {
    const named = [
      { kind: 'person', id: 'p1', name: null },
      { kind: 'rule', id: 'auto', name: null },
      { kind: 'key', id: '7', name: 'ERP' },
      { kind: 'key', id: '7', name: null },
    ] as const;
    expect(named.map((actor) => actorName(actor, () => 'Ana'))).toEqual(['Ana', 'Sistema', 'ERP', 'chave 7']);
  });

  it("tells in a company's history which side of files a composition came from", () => {
    const item = { id: '', description: '', date: '2026-08-31', document: null, origin: august, settledOn: null };
    const made = (source?: 'razao' | 'extrato') => ({ ...item, amountCents: 100, ...(source && { source }) });
    const composition = [made('extrato'), made(), made('razao'), made('razao')];
    const data = { companyId: 1, clientId: 1, competence: august, items: null, parts: null };
    const event = { type: 'CompositionRecorded', data: { ...data, composition, reconciledCents: 400 } } as const;
    const context = { actor: 'Ana', nameOf: String, acted: null, released: null, fileName: null };
    expect(historySentence(event, context)).toMatch(/: 4 itens \(2 do razão; 1 do extrato\) somando 4,00$/);
  });

  it('writes months as MM/YYYY', () => {
    expect(month(august)).toBe('08/2026');
  });

  it('sanitizes text from outside, so that it cannot split a joined sentence', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), (text) => {
        const shown = sanitized(text);
        expect(shown).not.toMatch(/,\s/);
        expect(shown.length).toBeLessThanOrEqual(101);
      }),
    );
  });
});

describe('A difference that refuses a sending', () => {
  it('is told with what the tolerance of the account allows', () => {
    const refused = (more: object) => actRefusalSentence({ is: 'NotBalanced', differenceCents: 101, ...more });
    expect([refused({}), refused({ toleratedCents: 100 })]).toEqual([
      'A diferença deve ser zero para enviar a conciliação: ela é de 1,01',
      'A diferença deve ser zero ou caber na tolerância de 1,00 para enviar a conciliação: ela é de 1,01',
    ]);
  });
});

describe('a log that is not behind its stores', () => {
  it('is refused naming each place once: on MongoDB read models and queue are one', () => {
    const places = { log: 'EVENTSTORE_URL (a:2113)', readModels: 'MONGODB_URL (b/c)', queue: 'MONGODB_URL (b/c)' };
    expect(logNotBehind(places)).toMatch(
      /^O log em EVENTSTORE_URL \(a:2113\) não está atrás do que há em MONGODB_URL \(b\/c\): nada foi alterado/,
    );
    expect(logNotBehind({ ...places, queue: 'fila' })).toContain('em MONGODB_URL (b/c) e fila: nada');
  });
});
