// The lines of an export as large as a month can be.
export const LINES = 700_000;

export const columns = [
  { name: 'codigo', kind: 'text' },
  { name: 'saldo', kind: 'amount' },
] as const;

export const rowOf = (at: number) => ({
  codigo: String(at).padStart(9, '0'),
  saldo: (at * 9_999_999_967 + 1) / 100,
});
