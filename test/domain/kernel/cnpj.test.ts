import { describe, expect, it } from '#jest';
import fc from 'fast-check';
import { hasRightCheckDigits, maskCnpj, parseCnpj } from '../../../src/domain/kernel/cnpj.js';

describe('parseCnpj', () => {
  it.each([
    ['12.345.678/0001-95', '12345678000195'],
    ['12345678000195', '12345678000195'],
    ['  12 345 678 0001 95 ', '12345678000195'],
    ['12.ABC.345/01DE-35', '12ABC34501DE35'],
    ['12abc34501de35', '12ABC34501DE35'],
    ['00000000000000', '00000000000000'],
  ])('unmasks %s', (text, cnpj) => expect(parseCnpj(text)).toBe(cnpj));

  it.each([
    '',
    '1234567800019',
    '123456780001955',
    '12ABC34501DE3A',
    '12ABC34501DE3',
    '12ABC3450-1DE35X',
    '12.345.678/0001_95',
    '１２３４５６７８０００１９５',
    'ßß34567800019',
    '١٢٣٤٥٦٧٨٠٠٠١٩٥',
    '1234567800019\n5',
    '12345678000195'.padStart(100_000, ' '),
  ])('refuses the shape of %j', (text) => expect(parseCnpj(text)).toBeNull());
});

describe('hasRightCheckDigits', () => {
  it.each([
    '12ABC34501DE35',
    '00000000000191',
    '11222333000181',
    '11444777000161',
    '12345678000195',
    '34028316000103',
    'A1B2C3D4E5F668',
    'ABCDEFGH000195',
    'AAAAAAAA000191',
    'ZZZZZZZZ000191',
    '00000000000A04',
    'K9P34Y6N000183',
    '9Y1XJ5GX000100',
    'P3E2Z8IQ000104',
    '8RZHQMOE000180',
  ])('takes %s', (cnpj) => expect(hasRightCheckDigits(cnpj)).toBe(true));

  it.each(['12345678000190', '12345678000199', '12ABC34501DE99', '00000000000000'])('refuses %s', (cnpj) =>
    expect(hasRightCheckDigits(cnpj)).toBe(false),
  );

  it('finds any one wrong check digit', () => {
    const digit = fc.integer({ min: 1, max: 9 });
    fc.assert(
      fc.property(digit, fc.constantFrom(12, 13), (shift, at) => {
        const right = '12ABC34501DE35';
        const wrong = String((Number(right[at]) + shift) % 10);
        expect(hasRightCheckDigits(right.slice(0, at) + wrong + right.slice(at + 1))).toBe(false);
      }),
    );
  });
});

describe('maskCnpj', () => {
  it('of a root has no mask of an establishment', () => {
    expect(maskCnpj('12ABC345')).toBe('12.ABC.345');
  });

  it('is undone by parseCnpj', () => {
    expect(maskCnpj('12ABC34501DE35')).toBe('12.ABC.345/01DE-35');
    expect(parseCnpj(maskCnpj('12345678000195'))).toBe('12345678000195');
  });
});
