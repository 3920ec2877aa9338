import { describe, expect, it } from '#jest';
import {
  DESCRIPTION_CHARACTERS_MAX,
  DOCUMENT_CHARACTERS_MAX,
  ITEMS_MAX,
  sourceWord,
} from '../../../src/domain/reconciliation/events.js';
import { checkAdjustments, checkComposition } from '../../../src/domain/reconciliation/items.js';
import { AMOUNT_MAX } from '../../../src/domain/kernel/money.js';

const item = (facts: object = {}) => ({
  description: 'Extrato',
  date: '2026-08-31',
  amount: '10.50',
  document: null,
  ...facts,
});
const asNew = { id: null, settledOn: null };
const faultsOf = (json: unknown) => {
  const checked = checkComposition(json);
  return checked.ok ? [] : checked.faults.map(({ item: at, fault }) => [at, fault]);
};

describe('Where an item came from', () => {
  it('is told in one word, also where it was typed', () => {
    expect([sourceWord('saldo'), sourceWord(undefined)]).toEqual(['SALDO', 'DIGITADO']);
  });
});

describe('A composition', () => {
  it('is its items in the order given, texts trimmed, and their sum in centavos', () => {
    const items = [item({ description: ' Extrato ', document: ' NF 7 ' }), item({ amount: -0.5, document: ' ' })];
    expect(checkComposition(items)).toEqual({
      ok: true,
      request: {
        act: 'compose',
        composition: [
          { ...asNew, description: 'Extrato', date: '2026-08-31', amountCents: 1_050, document: 'NF 7' },
          { ...asNew, description: 'Extrato', date: '2026-08-31', amountCents: -50, document: null },
        ],
        reconciledCents: 1_000,
      },
    });
  });

  it('counts only what is open, and keeps the ids and settlements it is given', () => {
    const id = '0b0f6c2e-93a4-4f0e-8d53-0f6f1f1b7a10';
    const settled = item({ amount: '7.00', id: id.toUpperCase(), baixado: '2026-08-31' });
    expect(checkComposition([item(), settled, item({ id: '', baixado: null })])).toMatchObject({
      request: {
        composition: [asNew, { id, settledOn: '2026-08-31', amountCents: 700 }, asNew],
        reconciledCents: 2_100,
      },
    });
    expect(faultsOf([item({ id }), item({ id }), item({ id: 7 }), item({ id: 'x' })])).toEqual([
      [2, 'Id'],
      [3, 'Id'],
      [4, 'Id'],
    ]);
    expect(faultsOf(['2026-08-30', '2026-13-01', 7].map((baixado) => item({ baixado })))).toEqual([
      [1, 'SettledOn'],
      [2, 'SettledOn'],
      [3, 'SettledOn'],
    ]);
  });

  it('that is empty clears the one before', () =>
    expect(checkComposition([])).toEqual({
      ok: true,
      request: { act: 'compose', composition: [], reconciledCents: 0 },
    }));

  it('is refused with every fault of every item, by its number', () =>
    expect(
      faultsOf([item(), 7, null, [], item({ date: '2026-02-30', document: 5, description: ' ', amount: '1,00' })]),
    ).toEqual([
      [2, 'NotAnObject'],
      [3, 'NotAnObject'],
      [4, 'NotAnObject'],
      [5, 'Date'],
      [5, 'Document'],
      [5, 'Description'],
      [5, 'Amount'],
    ]));

  it('has no other members, each named', () => {
    expect(checkComposition([item({ valor: 1, data: '2026-08-31' }), item()])).toEqual({
      ok: false,
      faults: ['valor', 'data'].map((member) => ({ item: 1, fault: 'UnknownMember', member })),
    });
  });

  it('has dates, and texts up to their bounds', () => {
    expect(faultsOf([item({ date: 20260831 }), item({ description: undefined })])).toEqual([
      [1, 'Date'],
      [2, 'Description'],
    ]);
    const longest = item({
      description: 'x'.repeat(DESCRIPTION_CHARACTERS_MAX),
      document: 'y'.repeat(DOCUMENT_CHARACTERS_MAX),
    });
    expect(faultsOf([longest])).toEqual([]);
    expect(
      faultsOf([
        { ...longest, description: `${longest.description}x`, document: 'y'.repeat(DOCUMENT_CHARACTERS_MAX + 1) },
      ]),
    ).toEqual([
      [1, 'Document'],
      [1, 'Description'],
    ]);
  });

  it('is a list of at most 500 items, whose sum is an amount', () => {
    for (const none of [null, {}, 'texto']) expect(faultsOf(none)).toEqual([[null, 'NotAList']]);
    const many = Array.from({ length: ITEMS_MAX }, () => item());
    expect(faultsOf(many)).toEqual([]);
    expect(faultsOf([...many, item()])).toEqual([[null, 'TooMany']]);
    for (const sign of [1, -1]) {
      const most = item({ amount: sign * AMOUNT_MAX });
      expect(faultsOf([most])).toEqual([]);
      expect(faultsOf([most, item({ amount: sign * 0.01 })])).toEqual([[null, 'SumTooLarge']]);
    }
  });
});

describe('Adjustments', () => {
  it('have a sum that is an amount', () => {
    const most = { description: 'Tarifa', amount: AMOUNT_MAX };
    expect(checkAdjustments([most, most])).toEqual({ ok: false, faults: [{ item: null, fault: 'SumTooLarge' }] });
  });

  it('are their descriptions and amounts, and the sum', () =>
    expect(checkAdjustments([{ description: 'Tarifa', amount: '-3.20' }])).toEqual({
      ok: true,
      request: {
        act: 'adjust',
        adjustments: [{ description: 'Tarifa', amountCents: -320 }],
        adjustmentsCents: -320,
      },
    }));

  it('are refused with every fault, like a composition', () =>
    expect(checkAdjustments([{ description: 'Tarifa', date: '2026-08-31' }])).toEqual({
      ok: false,
      faults: [
        { item: 1, fault: 'UnknownMember', member: 'date' },
        { item: 1, fault: 'Amount' },
      ],
    }));
});
